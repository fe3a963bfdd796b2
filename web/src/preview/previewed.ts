// What a preview needs to know of a version of a file, and which kind of preview shows it.

/** One version of a file. */
export interface Previewed {
  readonly fileId: number
  readonly version: number
  readonly name: string
  readonly contentType: string | null
  readonly size: number
  /** What it contains, where that is loaded already: PDFs and Word documents are shown from it. */
  readonly bytes?: ArrayBuffer
}

/** Where a preview opens: at a page of the document, with the hits of a search marked. */
export interface PreviewPosition {
  readonly page?: number | undefined
  readonly find?: string | undefined
}

/** For those who may add versions of the file. */
export interface PreviewEditing {
  /** A version was made from this one. */
  onSaved(): void
  /** Leads to editing the text; absent where that is not possible. */
  onEdit?(): void
}

export type PreviewKind = 'pdf' | 'docx' | 'image' | 'mail' | 'csv' | 'plain' | 'text' | 'none'

/** Where the bytes of a version are; the answer is always a download, and takes ranges. */
export const contentUrl = ({ fileId, version }: Pick<Previewed, 'fileId' | 'version'>): string =>
  `/v2/files/${fileId}/versions/${version}/content`

const byType: Readonly<Record<string, PreviewKind>> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'image/avif': 'image',
  'image/bmp': 'image',
  'image/svg+xml': 'image',
  'message/rfc822': 'mail',
  'application/vnd.ms-outlook': 'mail',
  'text/csv': 'csv',
  'text/html': 'text',
  'text/calendar': 'plain',
  'application/json': 'plain',
  'application/xml': 'plain',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'text',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'text',
}

const byExtension: Readonly<Record<string, PreviewKind>> = {
  pdf: 'pdf',
  docx: 'docx',
  eml: 'mail',
  msg: 'mail',
  csv: 'csv',
  xlsx: 'text',
  pptx: 'text',
  html: 'text',
  htm: 'text',
}

/** How a version is shown: by its content type, and by its name where the type says nothing. */
export function previewKind({ name, contentType }: Pick<Previewed, 'name' | 'contentType'>): PreviewKind {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const known = byType[type]
  if (known !== undefined) return known
  if (type.startsWith('text/')) return byExtension[extension] ?? 'plain'
  return type === '' || type === 'application/octet-stream' ? (byExtension[extension] ?? 'none') : 'none'
}
