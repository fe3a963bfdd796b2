// What can be checked in the documentation: links, files, settings, commands.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandLine } from '../../server/operations/cli/command-line.ts'
import { settings } from '../../server/platform/settings/config.ts'

export interface Document {
  readonly path: string
  readonly text: string
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Every page of documentation. */
export function readDocuments(): readonly Document[] {
  return globSync(['*.md', '{docs,migrations,examples,web,deploy}/**/*.md'], { cwd: root })
    .filter((path) => !path.includes('node_modules'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** The wrong statements of a page, as sentences. */
export function wrongInDocument(document: Document): readonly string[] {
  return [
    ...wrongLinks(document),
    ...wrongFiles(document),
    ...wrongSettings(document),
    ...wrongCommands(document),
    ...longLines(document),
  ].map((sentence) => `${document.path}: ${sentence}`)
}

function wrongLinks({ path, text }: Document): readonly string[] {
  const written = withoutCode(text).matchAll(/\[[^\]]*\]\(([^)\s]+)\)|\bsrc="([^"]+)"/g)
  const links = [...written].map(([, target, source]) => target ?? source ?? '')
  return links
    .filter((target) => !/^(https?|mailto):/.test(target))
    .flatMap((target) => {
      const [file = '', anchor] = target.split('#')
      const place = file === '' ? path : join(dirname(path), file)
      if (!existsSync(join(root, place))) return [`the link ${target} leads nowhere`]
      if (anchor === undefined || !place.endsWith('.md')) return []
      const headings = [...readFileSync(join(root, place), 'utf8').matchAll(/^#+ (.*)$/gm)]
      const slugs = headings.map(([, heading = '']) => slugOf(heading))
      return slugs.includes(anchor) ? [] : [`the link ${target} leads to no heading`]
    })
}

const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')

/** Paths in backticks that are spelled out, without placeholders. */
function wrongFiles({ text }: Document): readonly string[] {
  const named = [
    ...text.matchAll(/`((?:server|web|test|scripts|migrations|openapi|docs|bin|examples)\/[\w./-]+)`/g),
  ].map(([, file = '']) => file)
  return named
    .filter((file) => !file.includes('NOUN') && !existsSync(join(root, file)))
    .map((file) => `there is no ${file}`)
}

/** Of prose: code, tables, headings, markup, lists of addresses and lines with a link may be as long as they are. */
function longLines({ text }: Document): readonly string[] {
  return text
    .replace(/^ *(```|~~~).*?^ *\1/gms, '')
    .split('\n')
    .filter((line) => line.length > 120 && !/^\s*[|#<>!]|^ {4}|\]\(|https?:|^Also \//.test(line))
    .map((line) => `more than 120 characters: ${line.slice(0, 60)} ...`)
}

function wrongSettings({ text }: Document): readonly string[] {
  const known = new Set<string>(Object.values(settings).map(({ variable }) => variable))
  return [...new Set(text.match(/\bCHANCERY_[A-Z0-9_]*[A-Z0-9]\b/g))]
    .filter((name) => !known.has(name) && !name.startsWith('CHANCERY_TEST_'))
    .map((name) => `there is no setting ${name}`)
}

function wrongCommands({ text }: Document): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const npm = [...text.matchAll(/\bnpm run ([\w-]+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !scripts[name])
  const chancery = [...text.matchAll(/\bbin\/chancery\.mjs ([\w-]+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !commandLine().commands.some((each) => each.name() === name) && name !== 'help')
  return [
    ...npm.map((name) => `there is no "npm run ${name}"`),
    // npm makes a link first, which a user without write access cannot
    ...(text.includes('npx chancery')
      ? ['"npx chancery" fails where the clone belongs to another user']
      : []),
    ...chancery.map((name) => `there is no "node bin/chancery.mjs ${name}"`),
  ]
}

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '')
