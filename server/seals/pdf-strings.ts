// Texts and dates in the dictionary of a signature (ISO 32000-1, 7.9.2 and 7.9.4), which stand in clear.

const longest = 1_000

/** The text under a name such as `/Reason`; null if there is none. One line, at most 1,000 characters. */
export function readPdfText(dictionary: string, name: string): string | null {
  const bytes = stringUnder(dictionary, name)
  if (!bytes) return null
  const isWide = bytes[0] === 0xfe && bytes[1] === 0xff
  const text = isWide ? wide(bytes.subarray(2)) : Array.from(bytes, fromDocEncoding).join('')
  return text
    .replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ')
    .toWellFormed()
    .slice(0, longest)
}

/** The date under a name, such as `D:20260506120000+02'00'`; null if there is none. */
export function readPdfDate(dictionary: string, name: string): Date | null {
  const text = stringUnder(dictionary, name)?.toString('latin1') ?? ''
  const match = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:Z|([+-]\d\d)'?(\d\d))?/.exec(text)
  if (!match) return null
  const [, year, month, day, hour, minute, second, zoneHours, zoneMinutes] = match
  const zone = zoneHours === undefined ? 'Z' : `${zoneHours}:${zoneMinutes}`
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`)
  return Number.isNaN(date.getTime()) ? null : date
}

/** The bytes of the string that follows a name, in brackets or in hexadecimal digits. */
function stringUnder(dictionary: string, name: string): Buffer | undefined {
  const at = dictionary.search(new RegExp(`${name}\\s{0,8}[(<]`))
  if (at < 0) return undefined
  const from = at + name.length + dictionary.slice(at + name.length).search(/[(<]/)
  if (dictionary[from] === '(') return literal(dictionary, from + 1)
  const end = dictionary.indexOf('>', from)
  return end < 0 ? undefined : Buffer.from(dictionary.slice(from + 1, end).replaceAll(/\s/g, ''), 'hex')
}

const escapes: ReadonlyMap<string, string> = new Map(
  Object.entries({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }),
)

function literal(text: string, from: number): Buffer {
  let result = ''
  let depth = 1
  for (let at = from; at < text.length && result.length < 4 * longest; at++) {
    const letter = text[at] ?? ''
    if (letter === '\\') {
      const next = text[++at] ?? ''
      const octal = /^[0-7]{1,3}/.exec(text.slice(at, at + 3))?.[0]
      if (octal !== undefined) at += octal.length - 1
      result +=
        octal === undefined
          ? (escapes.get(next) ?? next)
          : String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
      continue
    }
    if (letter === '(') depth++
    if (letter === ')' && --depth === 0) break
    result += letter
  }
  return Buffer.from(result, 'latin1')
}

const wide = (bytes: Buffer): string =>
  Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString('utf16le')

/** PDFDocEncoding where it differs from Latin-1. */
const docEncoding: ReadonlyMap<number, string> = new Map(
  Array.from('•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž', (letter, index) => [0x80 + index, letter] as const),
)
const fromDocEncoding = (byte: number): string =>
  docEncoding.get(byte) ?? (byte === 0xa0 ? '€' : String.fromCharCode(byte))
