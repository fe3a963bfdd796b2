// Which documents have a text that is searched. Apart from the readers, which only document workers load.

import { bareObject } from '../../bare-object.ts'

/** How documents of a format are read. */
/** The content type of a Word document. */
export const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

export type TextFormat = 'pdf' | 'docx' | 'xlsx' | 'pptx' | 'html' | 'mail' | 'markdown' | 'table' | 'text'

const office = 'application/vnd.openxmlformats-officedocument'
const byType = bareObject<TextFormat>({
  'application/pdf': 'pdf',
  [docxType]: 'docx',
  [`${office}.wordprocessingml.template`]: 'docx',
  'application/vnd.ms-word.document.macroenabled.12': 'docx',
  [`${office}.spreadsheetml.sheet`]: 'xlsx',
  'application/vnd.ms-excel.sheet.macroenabled.12': 'xlsx',
  [`${office}.presentationml.presentation`]: 'pptx',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'message/rfc822': 'mail',
  'application/vnd.ms-outlook': 'mail',
  'text/markdown': 'markdown',
  'text/csv': 'table',
  'text/tab-separated-values': 'table',
  'text/plain': 'text',
  'text/calendar': 'text',
  'application/json': 'text',
})
const byExtension = bareObject<TextFormat>({
  csv: 'table',
  tsv: 'table',
  md: 'markdown',
  html: 'html',
  htm: 'html',
  eml: 'mail',
  msg: 'mail',
  docx: 'docx',
  docm: 'docx',
  dotx: 'docx',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  pptx: 'pptx',
  pdf: 'pdf',
})

/** How the text of a file is read; undefined for formats that have none. */
export function textFormatOf(contentType: string, name: string): TextFormat | undefined {
  const extension = /\.([a-z\d]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const format = byType[contentType]
  // what looks like text or like an archive may be more than that
  const vague = format === undefined || format === 'text'
  const named = vague ? byExtension[extension] : undefined
  return named ?? format ?? (contentType.startsWith('text/') ? 'text' : undefined)
}
