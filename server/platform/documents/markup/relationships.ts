// Which parts of a Word document lead to which others. Readers find every part that way.
import { AppError } from '../../errors.ts'
import { textOf, type WordPackage } from './word-package.ts'
import { decoded } from './word-tree.ts'

interface Relationship {
  /** The part that it is of, as `spelled`; empty for the document as a whole. */
  readonly source: string
  readonly id: string
  /** The last word of its type, such as `settings`. */
  readonly type: string
  /** The name of a part as `spelled`, or undefined for what is outside of the document. */
  readonly target: string | undefined
}

/** Takes a relationship out, or leaves it. */
type Decide = (relationship: Relationship) => 'remove' | 'keep'

const listed = /<[\w:]{0,20}Relationship\s[^>]{0,2000}>/g
const valueIn = (tag: string, name: string): string =>
  new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1] ?? ''

/** All of them, in the order of the archive. */
function relationshipsOf(word: WordPackage): readonly Relationship[] {
  const found: Relationship[] = []
  visit(word, (relationship) => {
    found.push(relationship)
    return 'keep'
  })
  return found
}

/** The names of the parts to which relationships of this type lead, as the archive spells them. */
export function relatedNames(word: WordPackage, type: string, source?: string): readonly string[] {
  const from = source === undefined ? undefined : spelled(source)
  const targets = new Set(
    relationshipsOf(word)
      .filter((each) => each.type === type && (from === undefined || each.source === from))
      .map(({ target }) => target),
  )
  // one that names no part of the document is none
  return word.entries.map(({ name }) => name).filter((name) => targets.has(spelled(name)))
}

/** The part to which a relationship of this type leads from each part that has one, which is `spelled`. */
export function relatedParts(word: WordPackage, type: string): ReadonlyMap<string, string> {
  const names = new Map(word.entries.map(({ name }) => [spelled(name), name]))
  const found = new Map<string, string>()
  for (const { source, type: own, target } of relationshipsOf(word)) {
    const name = own === type && target !== undefined ? names.get(target) : undefined
    if (name !== undefined && !found.has(source)) found.set(source, name)
  }
  return found
}

/** Takes relationships out, and then every part to which none leads any more. */
export function removeRelationships(word: WordPackage, decide: Decide): void {
  visit(word, decide)
  const reached = reachedFrom(relationshipsOf(word))
  if (!reached.has(spelled(word.body)))
    throw new AppError('bad_request', 'The document is damaged: nothing in it leads to its text.')
  const isKept = (name: string): boolean => {
    const source = sourceOf(name)
    return name === '[Content_Types].xml' || reached.has(spelled(source ?? name))
  }
  const kept = word.entries.filter(({ name }) => isKept(name))
  word.entries.splice(0, word.entries.length, ...kept)
  const left = new Set(kept.map(({ name }) => spelled(name)))
  const types = word.entries.find(({ name }) => name === '[Content_Types].xml')
  if (types)
    types.content = textOf(types).replaceAll(/<[\w:]{0,20}Override\s[^>]{0,2000}>/g, (tag) =>
      left.has(spelled(decoded(valueIn(tag, 'PartName')).slice(1))) ? tag : '',
    )
}

function reachedFrom(relationships: readonly Relationship[]): ReadonlySet<string> {
  const bySource = Map.groupBy(relationships, ({ source }) => source)
  const reached = new Set([''])
  for (const each of reached)
    for (const { target } of bySource.get(each) ?? []) if (target !== undefined) reached.add(target)
  return reached
}

function visit(word: WordPackage, decide: Decide): void {
  for (const entry of word.entries) {
    const source = sourceOf(entry.name)
    if (source === undefined) continue
    entry.content = textOf(entry).replaceAll(listed, (tag) => {
      const type = valueIn(tag, 'Type')
      const relationship = {
        source: spelled(source),
        id: valueIn(tag, 'Id'),
        // "customProperties" in strict documents
        type: type.slice(type.lastIndexOf('/') + 1).replace(/(?<=^custom|^extended)P(?=roperties$)/, '-p'),
        target:
          valueIn(tag, 'TargetMode') === 'External'
            ? undefined
            : resolved(source, decoded(valueIn(tag, 'Target'))),
      }
      return decide(relationship) === 'remove' ? '' : tag
    })
  }
}

/** `word/_rels/document.xml.rels` is of `word/document.xml`. */
function sourceOf(name: string): string | undefined {
  const found = /^(.*?)_rels\/([^/]*)\.rels$/i.exec(name)
  return found ? `${found[1] ?? ''}${found[2] ?? ''}` : undefined
}

function resolved(source: string, target: string): string {
  const path = target.startsWith('/') ? [] : source.split('/').slice(0, -1)
  for (const step of target.replaceAll('\\', '/').split('/'))
    if (step === '..') path.pop()
    else if (step !== '' && step !== '.') path.push(step)
  return spelled(path.join('/'))
}

/** Names of parts are the same in any case, and with or without escapes. */
export function spelled(name: string): string {
  try {
    return decodeURIComponent(name).toLowerCase()
  } catch {
    return name.toLowerCase()
  }
}
