// Small PDFs for tests: a page for each text; a page of an empty text shows nothing, as a scan without recognised text.
import { deflateSync } from 'node:zlib'

/** A page whose content unpacks to so many bytes that show nothing. */
type UnpackedPage = { readonly deflated: number } | { readonly deflatedTwice: number }

function contentOf(page: string | UnpackedPage): { readonly filter: string; readonly content: Buffer } {
  if (typeof page === 'string') {
    const shown = page === '' ? '' : `BT /F1 12 Tf 72 720 Td (${page}) Tj ET`
    return { filter: '', content: Buffer.from(shown, 'latin1') }
  }
  if ('deflated' in page) {
    return { filter: '/Filter /FlateDecode', content: deflateSync(Buffer.alloc(page.deflated, ' ')) }
  }
  const content = deflateSync(deflateSync(Buffer.alloc(page.deflatedTwice, ' ')))
  return { filter: '/Filter [/FlateDecode /FlateDecode]', content }
}

/** A PDF with these pages. */
export function pdfOf(pages: readonly (string | UnpackedPage)[]): Buffer {
  const first = 4
  const kids = pages.map((_, place) => `${first + 2 * place} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((page, place) => {
      const { filter, content } = contentOf(page)
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${first + 2 * place + 1} 0 R
          /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${content.length} ${filter} >>\nstream\n${content.toString('latin1')}\nendstream`,
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
