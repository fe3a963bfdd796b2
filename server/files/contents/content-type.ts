// Detecting the type of a file: from its first bytes, then from its name, and last from what the sender declares. This
// type is displayed and searched by. The type that a download is served as is decided separately, from a short list.
import { splitName } from '../uploads/file-name.ts'
import { bareObject } from '../../platform/bare-object.ts'

const unknown = 'application/octet-stream'
const officeTypes = 'application/vnd.openxmlformats-officedocument'

const byExtension = bareObject<string>({
  csv: 'text/csv',
  doc: 'application/msword',
  docm: 'application/vnd.ms-word.document.macroenabled.12',
  docx: `${officeTypes}.wordprocessingml.document`,
  eml: 'message/rfc822',
  gif: 'image/gif',
  htm: 'text/html',
  html: 'text/html',
  ics: 'text/calendar',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  md: 'text/markdown',
  msg: 'application/vnd.ms-outlook',
  odt: 'application/vnd.oasis.opendocument.text',
  pdf: 'application/pdf',
  png: 'image/png',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: `${officeTypes}.presentationml.presentation`,
  rtf: 'application/rtf',
  svg: 'image/svg+xml',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain',
  xls: 'application/vnd.ms-excel',
  xlsm: 'application/vnd.ms-excel.sheet.macroenabled.12',
  xlsx: `${officeTypes}.spreadsheetml.sheet`,
  xml: 'application/xml',
  zip: 'application/zip',
})

// For these types the first bytes only show the container, which many file formats share.
const containerTypes = bareObject<readonly string[]>({
  'application/x-cfb': ['doc', 'msg', 'ppt', 'xls'],
  'application/zip': ['docm', 'docx', 'odt', 'pptx', 'xlsm', 'xlsx'],
  'application/xml': ['svg', 'htm', 'html'],
})
const textual = new Set(['csv', 'eml', 'htm', 'html', 'ics', 'json', 'md', 'svg', 'txt', 'xml'])

let parser: ReturnType<typeof createParser> | undefined

// Loaded with the first file instead of on every start.
async function createParser() {
  const { FileTypeParser } = await import('file-type')
  class HeadParser extends FileTypeParser {
    // The library unpacks up to 16 MiB of gzip, on the main thread and from a head of 16 KiB, to recognise a tar
    // archive. The content type is the same either way, so this is switched off.
    detectGzip() {
      return { ext: 'gz', mime: 'application/gzip' }
    }
  }
  return (head: Buffer) => new HeadParser().fromBuffer(head)
}

/** The content type of a file, from its first bytes, its name and the type that its sender declared. */
export async function detectContentType(
  head: Buffer,
  name: string | undefined,
  given: string | undefined,
): Promise<string> {
  const extension = extensionIn(name ?? '')
  parser ??= createParser()
  // the head is truncated, which some detectors report as an error
  const seen = (await (await parser)(head).catch(() => undefined))?.mime
  if (seen !== undefined) {
    return containerTypes[seen]?.includes(extension) ? (byExtension[extension] ?? seen) : seen
  }
  const declared = parseType(given)
  if (!looksLikeText(head)) {
    return declared === undefined || declared.startsWith('text/') ? unknown : declared
  }
  if (textual.has(extension)) return byExtension[extension] ?? 'text/plain'
  return declared?.startsWith('text/') ? declared : 'text/plain'
}

const extensionIn = (name: string) => splitName(name).extension.slice(1).toLowerCase()

/** The content type for the name's extension, if it is known. */
export const contentTypeOfName = (name: string): string | undefined => byExtension[extensionIn(name)]

const extensions = new Map(
  Object.entries(byExtension)
    .filter(([extension]) => !['htm', 'jpeg', 'tif'].includes(extension))
    .map(([extension, type]) => [type, extension]),
)

/** The usual extension of a content type, without the dot, for files that came without a name. */
export const extensionOf = (contentType: string): string => extensions.get(contentType) ?? 'bin'

// Types that no browser executes or renders as a page, whatever the bytes are.
const safeTypes = new Set(
  ['csv', 'doc', 'docx', 'gif', 'jpg', 'msg', 'odt', 'pdf', 'png', 'ppt', 'pptx', 'rtf', 'tiff', 'txt', 'xls']
    .concat('xlsx', 'zip')
    .map((extension) => byExtension[extension]),
)

/**
 * The type a download is served as: the file's type if it is on the fixed list of safe types, otherwise
 * application/octet-stream.
 */
export const servedContentType = (contentType: string): string =>
  safeTypes.has(contentType) ? contentType : unknown

/** The type that the sender declared, without parameters; undefined if it is invalid or unspecific. */
export const parseType = (given: string | undefined): string | undefined => {
  const type = given?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const typePattern = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/.test(type)
  return typePattern && type !== unknown ? type : undefined
}

function looksLikeText(head: Buffer): boolean {
  if (head.includes(0)) return false
  // the head may end inside a character
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    decoder.decode(head, { stream: true })
    return true
  } catch {
    // older legal software writes one-byte encodings: few control characters, no NUL
    return head.every(
      (byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0c || byte === 0x0d,
    )
  }
}
