# Grades classes in a container: as an ordinary user, without privileges, network or a writable root.
#
#   docker build -t grader .
#   docker run --rm --network none --read-only --cap-drop ALL --security-opt no-new-privileges \
#     --tmpfs /tmp --user "$(id -u):$(id -g)" -v "$PWD/course:/course" grader autograder grade attention
#
# docs/administrators.md says what holds inside. The same with podman.

ARG BASE=docker.io/library/debian:bookworm-slim

FROM $BASE AS system
# Debian's Python is built with profile-guided optimisation. bubblewrap serves where the engine allows
# user namespaces; elsewhere the inner ring stands alone.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends bubblewrap python3 python3-venv \
    && rm -rf /var/lib/apt/lists/*

FROM system AS build
# The index of torch's CPU builds: those on PyPI bring a gigabyte of CUDA.
ARG TORCH_INDEX=https://download.pytorch.org/whl/cpu
COPY constraints.txt /tmp/
RUN python3 -m venv /opt/autograder \
    && /opt/autograder/bin/pip install --no-cache-dir --constraint /tmp/constraints.txt \
        --extra-index-url "$TORCH_INDEX" torch \
    && /opt/autograder/bin/python -c "import torch; assert torch.version.cuda is None, 'not a CPU build'"
COPY . /tmp/source
RUN /opt/autograder/bin/pip install --no-cache-dir --constraint /tmp/constraints.txt \
        "/tmp/source[postgresql]"

# For working on the package: .devcontainer/ uses this stage, `make setup` does the rest.
FROM system AS develop
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
        ca-certificates chromium fonts-noto-cjk git make postgresql \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 1000 --shell /bin/bash author
USER 1000:1000

FROM system
COPY --from=build /opt/autograder /opt/autograder
# The user of the course folder is given at the start; nothing here belongs to anybody but root.
ENV PATH=/opt/autograder/bin:/usr/bin:/bin HOME=/tmp LANG=C.UTF-8 OMP_NUM_THREADS=1 \
    JUPYTER_CONFIG_DIR=/tmp/.jupyter IPYTHONDIR=/tmp/.ipython
WORKDIR /course
USER 1000:1000
CMD ["autograder", "doctor"]
