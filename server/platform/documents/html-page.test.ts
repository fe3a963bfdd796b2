import { expect, test } from 'vitest'
import { textOfPage } from './html-page.ts'

test.each([
  ['paragraphs and lines', '<p>Dear\n <b>all</b>,</p><div>one</div><div>two</div>', 'Dear all,\n\none\ntwo'],
  ['breaks', 'a<br>b<br><br>c', 'a\nb\n\nc'],
  ['lists', '<ul><li>a<li>b</ul><ol><li>c</li><li>d</li></ol>', '* a\n* b\n\n1. c\n2. d'],
  ['cells', '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
  ['preformatted text', '<pre>a\n  b\n\nc</pre>', 'a\nb\n\nc'],
  [
    'nothing that is not shown',
    '<title>x</title><script>if (a < b) x()</script><style>p {}</style><p>a</p>',
    'a',
  ],
  ['characters that are written as names', '&lt;b&gt; &amp; &auml;', '<b> & ä'],
])('of a page %s are read', (_, html, text) => {
  expect(textOfPage(html)).toEqual({ text, stop: undefined })
})

test('in a mail links have their addresses, and what is quoted is marked', () => {
  const html =
    '<p>See <a href="https://x.example/">here</a></p><blockquote>a<br>b<blockquote>c</blockquote></blockquote>d'
  const text = 'See here [https://x.example/]\n\n> a\n> b\n\n> > c\n\nd'
  expect(textOfPage(html, { asMail: true }).text).toBe(text)
})

test('a page is read up to the first limit', () => {
  expect(textOfPage(`first${'<div>'.repeat(501)}last`)).toEqual({ text: 'first', stop: 'too deep' })
  const { text, stop } = textOfPage(`first${'<b></b>'.repeat(500_001)}last`)
  expect([text, stop]).toEqual(['first', 'too many elements'])
  expect(textOfPage('<p>a'.repeat(1_000)).stop).toBeUndefined()
})
