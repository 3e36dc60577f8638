"""What crosses the trust line: closed messages, strictly decoded, in frames of capped length."""
