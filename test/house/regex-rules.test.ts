// Patterns of the server take linear time, whatever text a caller chooses.
import { analyse } from 'scslre'
import { expect, test } from 'vitest'
import { parseSync, Visitor } from 'vite'
import { longestTurnAllowed } from '../servers/loop-delay.ts'
import { isTest, readSources } from './source-files.ts'

interface Pattern {
  readonly path: string
  readonly pattern: string
  readonly flags: string
}

// the operator's own words: settings and the command line
const operators = /^server\/(platform\/settings|operations\/cli)\//

/**
 * Patterns that are quadratic in theory, and why no caller can make them so: what they see is bounded before.
 */
const bounded: ReadonlyMap<string, string> = new Map([
  [String.raw`server/fields/values/texts.ts /\B(?=(\d{3})+$)/`, 'amounts have 30 digits at most'],
])

const patterns = patternsOf(
  readSources().filter(
    (file) => file.path.startsWith('server/') && !isTest(file) && !operators.test(file.path),
  ),
)

test('no pattern of the server backtracks more than linearly', () => {
  expect(patterns.length).toBeGreaterThan(100)
  const wrong = patterns.flatMap(({ path, pattern, flags }) => {
    const { reports } = analyse({ source: pattern, flags })
    return reports.length === 0 || bounded.has(`${path} /${pattern}/`) ? [] : [`${path} /${pattern}/${flags}`]
  })
  expect(wrong).toEqual([])
})

test('every exception is still a pattern of the server', () => {
  const there = new Set(patterns.map(({ path, pattern }) => `${path} /${pattern}/`))
  expect([...bounded.keys()].filter((each) => !there.has(each))).toEqual([])
})

test('no pattern of the server takes long for 100 KB made to keep it busy', () => {
  const slow = patterns
    .filter(({ path, pattern }) => !bounded.has(`${path} /${pattern}/`))
    .flatMap(({ path, pattern, flags }) => {
      const worst = worstTextsFor(pattern).filter(
        (text) => processorMs(pattern, flags, text) > longestTurnAllowed,
      )
      return worst.map((text) => `${path} /${pattern}/${flags} for ${JSON.stringify(text.slice(0, 20))}…`)
    })
  expect(slow).toEqual([])
})

function patternsOf(files: ReturnType<typeof readSources>): readonly Pattern[] {
  const found: Pattern[] = []
  for (const { path, text } of files) {
    const { program } = parseSync(path, text, { lang: 'ts' })
    new Visitor({
      Literal(node) {
        if ('regex' in node) found.push({ path, pattern: node.regex.pattern, flags: node.regex.flags })
      },
    }).visit(program)
  }
  return found
}

/** Long repetitions of what the pattern may match, with an end that it does not. */
function worstTextsFor(pattern: string): readonly string[] {
  const letters = pattern.replace(/\\.|[^A-Za-z0-9 "'=?<>.,:;/+-]/g, '')
  const pumps = new Set([
    ...' a0="'.split(''),
    ...letters.split(''),
    '0.',
    '=?a?q?',
    'a@',
    '""',
    ', ',
    'é',
    letters,
  ])
  return [...pumps].filter((pump) => pump !== '').map((pump) => `${pump.repeat(100_000 / pump.length)}\u0001`)
}

/** The least of three: what else goes on in the process is not the pattern's. */
function processorMs(source: string, flags: string, text: string): number {
  let least = Number.POSITIVE_INFINITY
  for (let tried = 0; tried < 3 && least > longestTurnAllowed; tried++) {
    const before = process.threadCpuUsage()
    for (const _ of text.matchAll(new RegExp(source, flags.includes('g') ? flags : `${flags}g`)));
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
