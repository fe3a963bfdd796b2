import { expect, test } from 'vitest'
import { mostRows, rowsIn } from './invited-rows.ts'

const short = (text: string) =>
  rowsIn(text).rows.map(({ email, firstName, lastName, role, problem }) => [
    email,
    firstName,
    lastName,
    role,
    problem,
  ])

test('lines are read as people write them', () => {
  expect(
    short(
      [
        'Ana Maria Prior <ana@harbour.example>',
        'kim.okoro@harbour.example',
        'li@harbour.example, Li, Wei',
        '"Weiss, Lena" <lena@harbour.example>',
        'sam@harbour.example; Sam; Reed; in-house legal',
        '',
      ].join('\r\n'),
    ),
  ).toEqual([
    ['ana@harbour.example', 'Ana Maria', 'Prior', undefined, undefined],
    ['kim.okoro@harbour.example', 'Kim', 'Okoro', undefined, undefined],
    ['li@harbour.example', 'Li', 'Wei', undefined, undefined],
    ['lena@harbour.example', 'Lena', 'Weiss', undefined, undefined],
    ['sam@harbour.example', 'Sam', 'Reed', 'InhouseLegal', undefined],
  ])
})

test('headings say what the cells are', () => {
  expect(
    short(
      'Role,Last name,Email,First name\nContributor,"Prior, jun.",ana@harbour.example,Ana\n,Reed,sam@harbour.example,Sam',
    ),
  ).toEqual([
    ['ana@harbour.example', 'Ana', 'Prior, jun.', 'Contributor', undefined],
    ['sam@harbour.example', 'Sam', 'Reed', undefined, undefined],
  ])
  expect(short('Name;Email\nAna Prior;ana@harbour.example')).toEqual([
    ['ana@harbour.example', 'Ana', 'Prior', undefined, undefined],
  ])
})

test('what is wrong with a line is said, and the others are read', () => {
  const { rows } = rowsIn(
    'Ana Prior\nx1@harbour.example\nkim.okoro@harbour.example\nKim Okoro <KIM.okoro@harbour.example>\nRole,Email',
  )
  expect(rows.map(({ line, problem }) => [line, problem])).toEqual([
    [1, 'noAddress'],
    [2, 'noName'],
    [3, undefined],
    [4, 'twice'],
    [5, 'noAddress'],
  ])
  expect(rowsIn('Email,Name,Role\nana@harbour.example,Ana Prior,Boss').rows[0]?.problem).toBe('unknownRole')
})

test('a text of any length is read to the limit', () => {
  const text = Array.from({ length: mostRows + 50 }, (_, index) => `a.b${index}@harbour.example`).join('\n')
  expect(rowsIn(text).rows).toHaveLength(mostRows)
  expect(rowsIn(text).leftOut).toBe(50)
  expect(rowsIn(`Email\n${text}`).leftOut).toBe(50)
  expect(rowsIn('a.b@harbour.example').leftOut).toBe(0)
})

test('a role of the organisation is known by its name, before any other role', () => {
  const own = [
    { role: '4', name: 'Paralegal' },
    { role: '5', name: 'Standard' },
  ]
  const { rows } = rowsIn(
    'ana@harbour.example, Ana Prior, paralegal\nli@harbour.example, Li Wei, standard',
    own,
  )
  expect(rows.map(({ role, problem }) => [role, problem])).toEqual([
    ['4', undefined],
    ['5', undefined],
  ])
})

test('roles are known by the words of the page, and a word or a column that is not is named', () => {
  const table =
    'Email;Name;Role;Department\nana@harbour.example;Ana Prior;business user;Sales\nli@harbour.example;Li Wei;Boss;'
  const { rows, unread } = rowsIn(table, [{ role: 'Standard', name: 'Business user' }])
  expect(rows.map(({ role, unknownRole }) => [role, unknownRole])).toEqual([
    ['Standard', undefined],
    [undefined, 'Boss'],
  ])
  expect(unread).toEqual(['Department'])
})
