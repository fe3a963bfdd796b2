// Changes that are not among the tracked ones, in documents with all kinds of tracked changes beside them.
import { expect, test } from 'vitest'
import { docx } from '../../../../test/documents/docx.ts'
import { compareDocuments } from './compare-documents.ts'
import type { Change } from './changes.ts'
import { countUntracked, readRedline } from './read-redline.ts'

const around = (inside: string) => `</w:t></w:r>${inside}<w:r><w:t xml:space="preserve">`
const by = (author: string) => `w:id="1" w:author="${author}" w:date="2026-03-02T09:30:00Z"`
const run = (text: string, tag = 't') => `<w:r><w:${tag} xml:space="preserve">${text}</w:${tag}></w:r>`
const ins = (text: string, author = 'Ana') => around(`<w:ins ${by(author)}>${run(text)}</w:ins>`)
const del = (text: string, author = 'Ana') => around(`<w:del ${by(author)}>${run(text, 'delText')}</w:del>`)

const law = 'English law governs.'
const fee = 'The fee is at least 250 and due within 30 days.'
const count = (before: readonly string[], after: readonly string[]) =>
  countUntracked({ before: docx(before), after: docx(after) })

test.each([
  ['nothing', [fee, law], 0],
  [
    'words replaced with tracking',
    [`The fee is at least 250 and due within ${del('30')}${ins('60')} days.`, law],
    0,
  ],
  [
    'part of a number replaced with tracking',
    [`The fee is at least ${del('2')}${ins('1')}50 and due within 30 days.`, law],
    0,
  ],
  ['a paragraph inserted with tracking', [fee, ins('A new clause.'), law], 0],
  ['a paragraph removed with tracking', [del(fee), law], 0],
  ['words removed without', ['The fee is 250 and due within 30 days.', law], 1],
  [
    'words removed without, beside others with',
    [`The fee is 250 and due within ${del('30')}${ins('60')} days.`, law],
    1,
  ],
  ['words inserted without', ['The fee is not at least 250 and due within 30 days.', law], 1],
  ['a paragraph inserted without', [fee, 'A new clause.', law], 1],
  ['two places changed without', ['The fee is 250 and due within 30 days.', 'Dutch law governs.'], 2],
  [
    'a removal that is only said to be one',
    [`The fee is at least 250${del(' plus tax')} and due within 30 days.`, law],
    1,
  ],
] as const)('%s [C-563]', async (_, after, expected) => {
  expect(await count([fee, law], after)).toBe(expected)
})

test('what was tracked before counts as the text, whether it is left, removed with tracking or accepted [C-563]', async () => {
  const before = [`The fee is ${ins('at least ', 'Priya')}250.`, law]
  for (const [after, expected] of [
    [before, 0],
    [['The fee is at least 250.', law], 0],
    [[`The fee is ${ins('at least ', 'Priya')}250${ins(' and tax')}.`, law], 0],
    [
      [
        `The fee is ${around(`<w:ins ${by('Priya')}><w:del ${by('Ana')}>${run('at least ', 'delText')}</w:del></w:ins>`)}250.`,
        law,
      ],
      0,
    ],
    [[`The fee is ${ins('at most ', 'Priya')}250.`, law], 1],
    [['The fee is 250.', law], 1],
  ] as const)
    expect(await count(before, after), JSON.stringify(after)).toBe(expected)
})

test('tracked changes of one author and time are told apart by their words, as without names and dates [C-563]', async () => {
  const before = [`The fee is ${del('about')}${ins('at least')} 250 and due within 30 days.`, law]
  for (const [after, expected] of [
    [`The fee is ${del('about')}${ins('at least')} 250 and due within ${del('30')}${ins('60')} days.`, 0],
    [`The fee is ${del('about')}${ins('at least')} 250 and due${ins(' and paid')} in 30 days.`, 1],
    [`The fee is ${del('about')}${ins('at most')} 250 and due within ${del('30')}${ins('60')} days.`, 1],
  ] as const)
    expect(await count(before, [after, law]), after).toBe(expected)
})

test('the changes of a redline say which of them were not tracked [C-563]', async () => {
  const before = docx([fee, law])
  const after = docx([`The fee is 250 and due within ${del('30')}${ins('60')} days.`, law])
  const redline = await compareDocuments(before, after)
  const { changes } = await readRedline({ before, after, redline })
  const all = changes.flatMap((piece) => JSON.parse(Buffer.from(piece).toString()) as Change[])
  expect(
    all.map(({ before: was, after: now, classes }) => [was.trim(), now, classes.includes('NotTracked')]),
  ).toEqual([
    ['at least', '', true],
    ['30', '60', false],
  ])
})
