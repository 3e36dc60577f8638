"use strict";
(() => {
  const form = document.getElementById("tools");
  const list = document.getElementById("class");
  const rows = [...list.children];
  const place = new Map(rows.map((row, index) => [row, index]));
  const number = (row, name) => Number(row.dataset[name] ?? "NaN");
  const last = (value) => (Number.isNaN(value) ? Infinity : value);
  const orders = {
    review: (a, b) => place.get(a) - place.get(b),
    name: (a, b) => a.dataset.name.localeCompare(b.dataset.name),
    low: (a, b) => last(number(a, "total")) - last(number(b, "total")),
    high: (a, b) => last(-number(a, "total")) - last(-number(b, "total")),
    change: (a, b) => (number(b, "change") || 0) - (number(a, "change") || 0),
  };
  const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const texts = new Map();
  const text = (row) => {
    if (!texts.has(row)) texts.set(row, folded(row.textContent));
    return texts.get(row);
  };
  let shown = "review";
  const apply = () => {
    const words = folded(form.search.value).split(/\s+/).filter(Boolean);
    const { show, part, order } = form;
    let count = 0;
    for (const row of rows) {
      row.hidden = !(
        (!show.value || row.dataset.in.split(" ").includes(show.value)) &&
        (!part.value || row.dataset.lost.split(" ").includes(part.value)) &&
        words.every((word) => text(row).includes(word))
      );
      if (!row.hidden) count += 1;
    }
    if (order.value !== shown) {
      shown = order.value;
      list.append(...[...rows].sort((a, b) => orders[shown](a, b) || place.get(a) - place.get(b)));
    }
    form.count.value = form.count.dataset.text.replace("{}", count);
  };
  const open = () => {
    const row = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (row?.matches("details")) row.open = true;
  };
  form.hidden = false;
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", open);
  apply();
  open();
})();
