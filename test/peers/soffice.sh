#!/bin/sh
# Stands in for LibreOffice in tests: whatever the document is, its PDF is one page. It takes the arguments of the real
# program, and fails for what is no archive, as the real one does.
while [ $# -gt 1 ]; do
  case $1 in
  --outdir) out=$2 ;;
  esac
  shift
done
[ "$(head -c 2 "$1")" = PK ] || exit 1
mkdir -p "$out"
cat >"$out/document.pdf" <<'PDF'
%PDF-1.4
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [3 0 R] /Count 1 >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>
endobj
4 0 obj
<< /Length 67 >>
stream
BT /F1 12 Tf 72 720 Td (Made by the stand-in for LibreOffice) Tj ET
endstream
endobj
5 0 obj
<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>
endobj
xref
0 6
0000000000 65535 f 
0000000009 00000 n 
0000000058 00000 n 
0000000115 00000 n 
0000000241 00000 n 
0000000358 00000 n 
trailer
<< /Size 6 /Root 1 0 R >>
startxref
428
%%EOF
PDF
