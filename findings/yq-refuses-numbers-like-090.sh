#!/bin/sh
# yq refuses a number such as 090, which each version of YAML allows.
#
# By YAML 1.1 it is text, since 9 is no octal digit, and PyYAML reads it so; by YAML 1.2 it is 90. The yq
# of PyPI and Debian finds integers by the rule of 1.2, and lets PyYAML count them by that of 1.1, in
# which a leading zero means octal. An account code, `example: 090`, as in Xero's public OpenAPI document,
# so ends the conversion of the whole file with "invalid literal for int() with base 8: '090'".
#
# Seen with yq 3.4.3, PyYAML 6.0.3:
#
#   PyYAML 090 -> '090'
#   yq 090 -> ValueError
#   yq 0o10 -> 8
#
# Fails if that changes.
set -e
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q yq==3.4.3 PyYAML==6.0.3
cat > "$work/read.py" <<'PYTHON'
import yaml
from yq.loader import get_loader


def read(text, loader):
    try:
        return repr(yaml.load(text, Loader=loader))
    except ValueError as error:
        return type(error).__name__


print("PyYAML 090 ->", read("090", yaml.SafeLoader))
print("yq 090 ->", read("090", get_loader()))
print("yq 0o10 ->", read("0o10", get_loader()))
PYTHON
"$work/venv/bin/python" "$work/read.py" | tee "$work/seen"
cat > "$work/known" <<'TEXT'
PyYAML 090 -> '090'
yq 090 -> ValueError
yq 0o10 -> 8
TEXT
diff "$work/known" "$work/seen"
