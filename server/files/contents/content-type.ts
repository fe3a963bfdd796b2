// What kind of content a file has: told from its first bytes, then from its name, and only then from what the sender says.
// It is shown and searched by; what a download is served as is decided apart, from a short list.
import { splitName } from '../uploads/name.ts'
import { bareObject } from '../../platform/bare-object.ts'

const unknown = 'application/octet-stream'
const office = 'application/vnd.openxmlformats-officedocument'

const byExtension = bareObject<string>({
  csv: 'text/csv',
  doc: 'application/msword',
  docm: 'application/vnd.ms-word.document.macroenabled.12',
  docx: `${office}.wordprocessingml.document`,
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
  pptx: `${office}.presentationml.presentation`,
  rtf: 'application/rtf',
  svg: 'image/svg+xml',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain',
  xls: 'application/vnd.ms-excel',
  xlsm: 'application/vnd.ms-excel.sheet.macroenabled.12',
  xlsx: `${office}.spreadsheetml.sheet`,
  xml: 'application/xml',
  zip: 'application/zip',
})

// What the first bytes show of these is only the container that many kinds of file share.
const containers = bareObject<readonly string[]>({
  'application/x-cfb': ['doc', 'msg', 'ppt', 'xls'],
  'application/zip': ['docm', 'docx', 'odt', 'pptx', 'xlsm', 'xlsx'],
  'application/xml': ['svg', 'htm', 'html'],
})
const textual = new Set(['csv', 'eml', 'htm', 'html', 'ics', 'json', 'md', 'svg', 'txt', 'xml'])

let parser: ReturnType<typeof createParser> | undefined

// Loaded with the first file, not at every start.
async function createParser() {
  const { FileTypeParser } = await import('file-type')
  class HeadParser extends FileTypeParser {
    // Looks into gzip to tell a tar archive from other content: up to 16 MiB, unpacked on the main thread from a head of 16 KiB.
    // The content type is the same for both, so there is no need to look.
    detectGzip() {
      return { ext: 'gz', mime: 'application/gzip' }
    }
  }
  return (head: Buffer) => new HeadParser().fromBuffer(head)
}

/** The content type of a file, from its first bytes, its name and the type its sender gave. */
export async function detectContentType(
  head: Buffer,
  name: string | undefined,
  given: string | undefined,
): Promise<string> {
  const extension = extensionIn(name ?? '')
  parser ??= createParser()
  // a head is cut off somewhere, which some of the detectors take for a fault
  const seen = (await (await parser)(head).catch(() => undefined))?.mime
  if (seen !== undefined) {
    return containers[seen]?.includes(extension) ? (byExtension[extension] ?? seen) : seen
  }
  const declared = plainType(given)
  if (!looksLikeText(head)) {
    return declared === undefined || declared.startsWith('text/') ? unknown : declared
  }
  if (textual.has(extension)) return byExtension[extension] ?? 'text/plain'
  return declared?.startsWith('text/') ? declared : 'text/plain'
}

const extensionIn = (name: string) => splitName(name).extension.slice(1).toLowerCase()

/** What a name says by its extension, as far as that is known. */
export const contentTypeOfName = (name: string): string | undefined => byExtension[extensionIn(name)]

const extensions = new Map(
  Object.entries(byExtension)
    .filter(([extension]) => !['htm', 'jpeg', 'tif'].includes(extension))
    .map(([extension, type]) => [type, extension]),
)

/** The usual extension of a content type, without dot, for files that came without a name. */
export const extensionOf = (contentType: string): string => extensions.get(contentType) ?? 'bin'

// Types that no browser runs or renders as a page, whatever the bytes are.
const harmless = new Set(
  ['csv', 'doc', 'docx', 'gif', 'jpg', 'msg', 'odt', 'pdf', 'png', 'ppt', 'pptx', 'rtf', 'tiff', 'txt', 'xls']
    .concat('xlsx', 'zip')
    .map((extension) => byExtension[extension]),
)

/** What a download is served as: the file's type when it is one of a fixed list of harmless ones, else unspecified bytes. */
export const servedContentType = (contentType: string): string =>
  harmless.has(contentType) ? contentType : unknown

/** A type as its sender gave it, without parameters; undefined for what is no type or says nothing. */
export const plainType = (given: string | undefined): string | undefined => {
  const type = given?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const wellFormed = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/.test(type)
  return wellFormed && type !== unknown ? type : undefined
}

function looksLikeText(head: Buffer): boolean {
  if (head.includes(0)) return false
  // the head may end within a character
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    decoder.decode(head, { stream: true })
    return true
  } catch {
    // older files of the trade come in one of the one-byte encodings: few control characters, no NUL
    return head.every(
      (byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0c || byte === 0x0d,
    )
  }
}
