import { expect, test } from 'vitest'
import { zip } from './writing/zip.ts'
import { readZip } from './zip-archive.ts'

const limits = { entries: 10, bytes: 1000 }
const archive = zip([
  { name: 'a.txt', content: 'hello' },
  { name: 'b/', content: '' },
  { name: 'b/c.txt', content: 'ü'.repeat(100) },
])

test('reads its files, in order, without the folders', () => {
  expect(readZip(archive, limits).map(({ name, content }) => [name, content.toString()])).toEqual([
    ['a.txt', 'hello'],
    ['b/c.txt', 'ü'.repeat(100)],
  ])
})

test('a damaged byte is detected wherever it is, or does no harm', () => {
  for (let place = 0; place < archive.length; place++) {
    const broken = Buffer.from(archive)
    broken[place] = (broken[place] ?? 0) ^ 0xff
    try {
      const contents = readZip(broken, limits).map(({ content }) => content.toString())
      for (const content of contents) expect(['hello', 'ü'.repeat(100), '']).toContain(content)
    } catch (error) {
      expect(error, `byte ${place}`).toMatchObject({ status: expect.toBeOneOf([400, 413]) })
    }
  }
})

test('a false size does not make it grow', () => {
  const bomb = zip([{ name: 'a', content: 'a'.repeat(100_000) }])
  // the size in the directory
  bomb.writeUInt32LE(10, bomb.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24)
  expect(() => readZip(bomb, limits)).toThrow(/damaged/)
})

test.each(['../a', '/a', 'a/../b', 'a\\b', './a', ''])('the name %j is rejected', (name) => {
  expect(() => readZip(zip([{ name, content: 'x' }]), limits)).toThrow(/damaged/)
})

test('duplicate names and too many entries are rejected', () => {
  const two = ['one.xml', 'two.xml'].map((name) => ({ name, content: 'x' }))
  const twice = Buffer.from(zip(two).toString('latin1').replaceAll('two.xml', 'one.xml'), 'latin1')
  expect(readZip(zip(two), limits)).toBeDefined()
  expect(() => readZip(twice, limits)).toThrow(/damaged/)
  const many = Array.from({ length: 11 }, (_, index) => ({ name: `f${index}`, content: '' }))
  expect(() => readZip(zip(many), limits)).toThrow(/more than 10 files/)
})
