// File names: removing what a path or a screen would misinterpret, and numbering names that are taken.
import { badInput, sentence } from '../../platform/errors.ts'
import { unsafeCharacters } from '../../platform/shown-names.ts'

const longest = 255

/**
 * The name that a sender gave, made fit for storing: without the folders of the sender's machine, control characters
 * and surrounding spaces, in composed Unicode. Undefined if nothing is left. More than 255 characters is bad input
 * under `input`.
 */
export function cleanName(given: string | undefined, input = 'file'): string | undefined {
  const last = given?.split(/[/\\]/).at(-1) ?? ''
  const name = last.toWellFormed().replace(unsafeCharacters, ' ').normalize('NFC').trim()
  if (name === '' || name === '.' || name === '..') return undefined
  if (Array.from(name).length > longest) {
    throw badInput(input, sentence(`The file name is longer than ${longest} characters; shorten it.`))
  }
  return name
}

/**
 * A name that must be valid as given (a folder's, or a file's new name): only surrounding spaces are removed and
 * Unicode is composed; anything else that would have to be removed is bad input under `input`.
 */
export function requireName(given: string, input: string): string {
  const name = cleanName(given, input)
  if (name === undefined || name !== given.normalize('NFC').trim()) {
    const rest = 'without slashes and control characters, and not . or ..'
    throw badInput(input, `must be a name of 1 to ${longest} characters, ${rest}.`)
  }
  return name
}

/** `Report.final.docx` -> `Report.final` and `.docx`; a name whose only dot is its first character has no extension. */
export function splitName(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? { stem: name, extension: '' } : { stem: name.slice(0, dot), extension: name.slice(dot) }
}

/** The name with a number before its extension, `Report (2).docx`, shortened if it would become too long. */
export function numberedName(name: string, number: number): string {
  const { stem, extension } = splitName(name)
  const end = ` (${number})${extension}`
  const room = Math.max(1, longest - Array.from(end).length)
  return Array.from(stem).slice(0, room).join('') + end
}

/** The lowest number whose name is not in `taken`, comparing case as JavaScript does. */
export function firstFreeNumber(name: string, taken: readonly string[]): number {
  const lower = new Set(taken.map((each) => each.toLowerCase()))
  let number = 1
  while (lower.has(numberedName(name, number).toLowerCase())) number++
  return number
}

/**
 * The name of a file with a new version: it keeps its name, but takes the extension of the new content if that differs
 * (a signed PDF of a Word document, for example).
 */
export function nameOfNewVersion(current: string, given: string | undefined): string {
  const extension = given === undefined ? '' : splitName(given).extension
  const { stem, extension: old } = splitName(current)
  if (extension === '' || extension.toLowerCase() === old.toLowerCase()) return current
  const room = longest - Array.from(extension).length
  return Array.from(stem).slice(0, room).join('') + extension
}
