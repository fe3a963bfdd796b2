// `npm run pdf-figures -- <folder>`: makes PDFs of the Word documents below a folder as they are made for
// signing, with LibreOffice, and says of how many every word and every number is in them.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createWordToPdf } from '../server/platform/documents/office/word-to-pdf.ts'
import { readDocxText } from '../server/platform/documents/text/office-text.ts'
import { readPdfText } from '../server/platform/documents/text/pdf-text.ts'

const folder = process.argv[2] ?? '../shared/data'
const office = createWordToPdf('auto', { now: () => new Date() })
if (!(await office.isAvailable())) {
  console.error('LibreOffice is not installed.')
  process.exit(1)
}

// a line may end within a word, and a number stand beside one as its note
const wordsOf = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[-\u2010\u2011]\s*/g, '')
    .match(/\p{L}+|\d+/gu) ?? []

/** Of the words of the first, which the second has not. */
function missingIn(text: string, other: string): readonly string[] {
  const there = new Set(wordsOf(other))
  return wordsOf(text).filter((word) => !there.has(word))
}

const joined = (paragraphs: readonly { readonly text: string }[]) =>
  paragraphs.map(({ text }) => text).join('\n')

let made = 0
let whole = 0
let numbers = 0
const documents = globSync('**/*.docx', { cwd: folder }).sort()
for (const name of documents) {
  const bytes = readFileSync(join(folder, name))
  const started = performance.now()
  const pdf = await office.convert(bytes, { organisationId: 1 }).catch((error: unknown) => String(error))
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  if (typeof pdf === 'string') {
    console.log(`${basename(name)}: ${pdf}`)
    continue
  }
  made++
  const [before, after] = [
    joined((await readDocxText(bytes)).paragraphs),
    joined((await readPdfText(new Uint8Array(pdf))).paragraphs),
  ]
  const missing = missingIn(before, after)
  const missingNumbers = missing.filter((word) => /\d/.test(word))
  if (missing.length === 0) whole++
  if (missingNumbers.length === 0) numbers++
  const share = missing.length / Math.max(1, wordsOf(before).length)
  console.log(
    `${basename(name)}: ${seconds} s, ${(100 * share).toFixed(1)} % of the words missing: ${missing.slice(0, 12).join(' ')}`,
  )
}
office.close()
console.log(
  `${documents.length} documents: ${made} made, ${whole} with every word, ${numbers} with every number`,
)
