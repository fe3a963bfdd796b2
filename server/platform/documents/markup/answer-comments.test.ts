// Comments of Word documents are answered, resolved and reopened; everything else stays as it was.
import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { commentedDocx } from '../../../../test/documents/commented-docx.ts'
import { docxWithComments } from '../../../../test/documents/comments-docx.ts'
import { markedDocx } from '../../../../test/documents/marked-docx.ts'
import { unpackList } from '../../workers/packed-list.ts'
import { readZip } from '../zip-archive.ts'
import { answerComments, type CommentAnswer } from './answer-comments.ts'
import { decideMarkup, readMarkup } from './read-markup.ts'

const partsOf = (document: Uint8Array) =>
  new Map(
    readZip(Buffer.from(document), { entries: 1_000, bytes: 2 ** 27 }).map(({ name, content }) => [
      name,
      String(content),
    ]),
  )
const commentsIn = async (document: Uint8Array) => unpackList((await readMarkup(document)).comments)
const answer = async (document: Uint8Array, ...answers: (Partial<CommentAnswer> & { comment: number })[]) =>
  answerComments({
    document,
    answers: answers.map((each) => ({ text: null, resolved: null, ...each })),
    author: 'Bo Lind & Co',
    date: '2026-03-02T09:00:00Z',
  })
const answered = async (...given: Parameters<typeof answer>) => (await answer(...given)).document
/** Author, text, which one it answers and whether it is resolved. */
const shown = async (document: Uint8Array) => {
  const comments = await commentsIn(document)
  return comments.map(({ text, answers, isResolved }) => [
    text,
    comments.find(({ id }) => id === answers)?.text ?? null,
    isResolved,
  ])
}

test('an answer is the last of its thread, by its author, and stands where the comment stands [F-167]', async () => {
  const document = await answered(
    markedDocx,
    { comment: 2, text: 'At most 45 days.\nNot <more>.' },
    { comment: 1, text: 'Fine.' },
    { comment: 3, text: 'Ours.' },
  )
  expect(await shown(document)).toEqual([
    ['We need more time.', null, false],
    ['Why?', 'We need more time.', false],
    ['At most 45 days.\nNot <more>.', 'We need more time.', false],
    ['Fine.', 'We need more time.', false],
    ['Not ours.', null, false],
    ['Ours.', 'Not ours.', false],
  ])
  const comments = await commentsIn(document)
  expect(comments[2]).toMatchObject({ author: 'Bo Lind & Co', date: '2026-03-02T09:00:00.000Z' })
  const body = partsOf(document).get('word/document.xml') ?? ''
  const marks = [...body.matchAll(/<w:comment(\w+) w:id="(\d+)"\/>/g)].map(([, mark, id]) => `${mark} ${id}`)
  expect(marks.slice(0, 12)).toEqual([
    ...[0, 1, 3, 4].map((id) => `RangeStart ${id}`),
    ...[0, 1, 3, 4].flatMap((id) => [`RangeEnd ${id}`, `Reference ${id}`]),
  ])
})

test('a thread is resolved and reopened as a whole, and an answer leaves that as it is [F-167]', async () => {
  const resolved = await answer(markedDocx, { comment: 2, resolved: true }, { comment: 3, resolved: false })
  expect(await unpackList(resolved.done)).toMatchObject([
    { author: 'Ana Prior', text: 'Why?', quote: '45 days', answer: null, resolved: true },
    { resolved: null },
  ])
  const states = async (document: Uint8Array) => (await shown(document)).map(([, , isResolved]) => isResolved)
  expect(await states(resolved.document)).toEqual([true, true, false])
  const more = await answered(resolved.document, { comment: 1, text: 'Done.' })
  expect(await states(more)).toEqual([true, true, true, false])
  expect(
    partsOf(more)
      .get('word/commentsExtended.xml')
      ?.match(/done="1"/g),
  ).toHaveLength(3)
  expect(await states(await answered(more, { comment: 1, resolved: false }))).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('everything else is written back as it was read [F-167]', async () => {
  const [before, now] = [
    markedDocx,
    await answered(markedDocx, { comment: 1, text: 'Fine.', resolved: true }),
  ]
  const [parts, others] = [partsOf(before), partsOf(now)]
  expect([...parts].filter(([name, content]) => others.get(name) !== content).map(([name]) => name)).toEqual([
    'word/document.xml',
    'word/comments.xml',
    'word/commentsExtended.xml',
  ])
  const own = /<w:commentRange(?:Start|End) w:id="3"\/>|<w:r><w:commentReference w:id="3"\/><\/w:r>/g
  expect(others.get('word/document.xml')?.replaceAll(own, '')).toBe(parts.get('word/document.xml'))
  expect(others.get('word/comments.xml')?.replace(/<w:comment w:id="3".*?<\/w:comment>/, '')).toBe(
    parts.get('word/comments.xml'),
  )
  // changes are found and decided as before, and a comment takes its answers with it
  const decided = await decideMarkup({
    document: await answered(now, { comment: 4, text: 'Ours.' }),
    accept: [7],
    reject: [],
    rest: null,
  })
  expect((await shown(decided.document)).map(([text]) => text)).toEqual([
    'We need more time.',
    'Why?',
    'Fine.',
  ])
})

test('the parts that name threads are made where a document has none [F-167]', async () => {
  const document = docxWithComments(
    [
      { id: 7, text: 'Why?' },
      { id: 9, text: 'How?' },
    ],
    { threaded: false },
  )
  const now = await answered(document, { comment: 2, text: 'So.', resolved: true })
  expect(await shown(now)).toEqual([
    ['Why?', null, false],
    ['How?', null, true],
    ['So.', 'How?', true],
  ])
  const parts = partsOf(now)
  expect(parts.get('[Content_Types].xml')).toContain('PartName="/word/commentsExtended.xml"')
  expect(parts.get('word/_rels/document.xml.rels')).toContain('Target="commentsExtended.xml"')
  expect(await shown(await answered(now, { comment: 3, resolved: false }))).toContainEqual([
    'So.',
    'How?',
    false,
  ])
})

test('ids used twice, none, answers of answers and circles neither break nor mix threads [F-168]', async () => {
  const twice = docxWithComments([
    { id: 1, text: 'One', paragraph: '0000000A' },
    { id: 1, text: 'Two', paragraph: '0000000A' },
    { id: 2, text: 'Three', paragraph: '0000000B', parent: '0000000A' },
    { id: 3, text: 'Four', paragraph: '0000000C', parent: '0000000B' },
    { id: 4, text: 'Five', paragraph: '0000000D', parent: '0000000E' },
    { id: 5, text: 'Six', paragraph: '0000000F', parent: '0000000F' },
  ])
  const now = await answered(
    twice,
    ...[1, 2, 4, 5, 6].map((comment) => ({ comment, text: `To ${comment}`, resolved: comment === 2 })),
  )
  const comments = await shown(now)
  expect(comments).toEqual(
    expect.arrayContaining([
      ['To 1', 'One', false],
      ['Two', null, true],
      ['To 2', 'Two', true],
      ['Three', 'One', false],
      ['Four', 'One', false],
      ['To 4', 'One', false],
      ['To 5', 'Five', false],
    ]),
  )
  expect(comments).toHaveLength(11)
  for (const comment of [0, 7])
    await expect(answer(twice, { comment, text: 'No' })).rejects.toMatchObject({ status: 400 })
  await expect(answer(docxWithComments([]), { comment: 1, text: 'No' })).rejects.toMatchObject({
    status: 400,
  })
})

test('of 5,000 comments the first thousand are listed and answered, with their answers [F-168]', async () => {
  const many = docxWithComments(
    Array.from({ length: 5_000 }, (_, id) => ({
      id,
      text: `Comment ${id}`,
      paragraph: `${0x1000_0000 + id}`,
      isLoose: id >= 300,
    })),
  )
  const answers = Array.from({ length: 200 }, (_, at) => ({
    comment: at + 1,
    text: `To ${at}`,
    resolved: true,
  }))
  const now = await answered(many, ...answers)
  const comments = await commentsIn(now)
  expect(comments).toHaveLength(1_000)
  expect(comments.filter(({ text, isResolved }) => text.startsWith('To ') && isResolved)).toHaveLength(200)
})

const folder = join(import.meta.dirname, '../../../../../shared/data')
const office = ['/usr/bin/soffice', '/usr/local/bin/soffice'].find((path) => existsSync(path))

test.skipIf(!existsSync(folder) || office === undefined)(
  'another program opens answered documents, with threads as we have them (skipped without that program) [F-167]',
  async () => {
    const found = globSync('**/comments.docx', { cwd: folder }).map((path) =>
      readFileSync(join(folder, path)),
    )
    const scratch = mkdtempSync(join(tmpdir(), 'answered-'))
    try {
      const documents = [...found, commentedDocx]
      for (const [at, document] of documents.entries())
        writeFileSync(
          join(scratch, `${at}.docx`),
          await answered(document, { comment: 1, text: 'Agreed by us.', resolved: true }),
        )
      const written = documents.map((_, at) => `${at}.docx`)
      const profile = `-env:UserInstallation=file://${scratch}/profile`
      await promisify(execFile)(`${office}`, [profile, '--headless', '--convert-to', 'fodt', ...written], {
        cwd: scratch,
      })
      for (const at of documents.keys()) {
        const text = readFileSync(join(scratch, `${at}.fodt`), 'utf8')
        const annotations = text.match(/<office:annotation .*?<\/office:annotation>/gs) ?? []
        const ours = annotations.find((each) => each.includes('Agreed by us.'))
        expect(ours).toContain('Bo Lind &amp; Co')
        expect(ours).toContain('resolved="true"')
      }
    } finally {
      rmSync(scratch, { recursive: true })
    }
  },
)
