// Small PDFs for tests: a page for each text; a page of an empty text shows nothing, as a scan without recognised text.

/** A PDF with these pages. */
export function pdfOf(pages: readonly string[]): Buffer {
  const first = 4
  const kids = pages.map((_, place) => `${first + 2 * place} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, place) => {
      const shown = text === '' ? '' : `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${first + 2 * place + 1} 0 R
          /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${shown.length} >>\nstream\n${shown}\nendstream`,
      ]
    }),
  ]
  let body = '%PDF-1.4\n'
  const positions = objects.map((object, place) => {
    const position = body.length
    body += `${place + 1} 0 obj\n${object}\nendobj\n`
    return position
  })
  const entries = positions.map((position) => `${String(position).padStart(10, '0')} 00000 n \n`).join('')
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  const trailer = `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + table + trailer, 'latin1')
}
