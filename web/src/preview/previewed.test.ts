// Which preview shows which file.
import { expect, test } from 'vitest'
import { previewKind } from './previewed.ts'

test.each([
  ['Lease.pdf', 'application/pdf', 'pdf'],
  ['Lease.pdf', 'text/plain', 'pdf'],
  ['page.html', 'text/html', 'text'],
  ['drawing.svg', 'image/svg+xml', 'image'],
  ['mail.msg', 'application/vnd.ms-outlook', 'mail'],
  ['notes.md', 'text/markdown', 'plain'],
  ['rates.csv', 'text/csv; charset=utf-8', 'csv'],
  ['scan.tiff', 'image/tiff', 'none'],
  ['UPPER.DOCX', 'application/octet-stream', 'docx'],
  ['archive.pdf', 'application/zip', 'none'],
  ['no extension', null, 'none'],
])('%s of type %s is shown as %s', (name, contentType, kind) => {
  expect(previewKind({ name, contentType })).toBe(kind)
})
