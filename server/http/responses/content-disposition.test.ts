import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileNameOf } from './content-disposition.ts'
import { attachmentNamed } from './send-content.ts'
import { processorMs } from '../../../test/servers/loop-delay.ts'

describe('the file name of a Content-Disposition', () => {
  test.each<[string | undefined, string | undefined]>([
    [undefined, undefined],
    ['', undefined],
    ['attachment', undefined],
    ['inline', undefined],
    ['attachment; filename=bare.txt', 'bare.txt'],
    ['attachment; filename=bare name.txt', 'bare name.txt'],
    ['attachment;filename="quoted.txt"', 'quoted.txt'],
    ['ATTACHMENT ; FILENAME = "Spaces.txt" ; size=12', 'Spaces.txt'],
    ['filename="without type.txt"', 'without type.txt'],
    ['attachment; filename="a; b=c.txt"', 'a; b=c.txt'],
    ['attachment; filename="say \\"hi\\".txt"', 'say "hi".txt'],
    ['attachment; filename="C:\\temp\\Lease.txt"', 'C:\\temp\\Lease.txt'],
    ['attachment; filename="first.txt"; filename="second.txt"', 'first.txt'],
    ["attachment; filename*=UTF-8''%e2%82%ac%20rates.txt", '€ rates.txt'],
    ["attachment; filename*=utf-8'en'a%27b.txt", "a'b.txt"],
    ["attachment; filename*=ISO-8859-1''%e9t%e9.txt", 'été.txt'],
    [`attachment; filename="plain.txt"; filename*=UTF-8''ex%C3%A1ct.txt`, 'exáct.txt'],
    [`attachment; filename*=UTF-8''ex%C3%A1ct.txt; filename="plain.txt"`, 'exáct.txt'],
    [`attachment; filename="plain.txt"; filename*=no-such-set''x`, 'plain.txt'],
    [`attachment; filename="plain.txt"; filename*=UTF-8''%ff`, 'plain.txt'],
    [`attachment; filename="plain.txt"; filename*=UTF-8''%zz`, 'plain.txt'],
    [`attachment; filename="plain.txt"; filename*=nonsense`, 'plain.txt'],
    ['attachment; filename="=?utf-8?B?w6l0w6kudHh0?="', 'été.txt'],
    // UTF-8 bytes of a header as Node passes them on
    [Buffer.from('attachment; filename="été.txt"').toString('latin1'), 'été.txt'],
    [Buffer.from('attachment; filename="\xe9t\xe9.txt"', 'latin1').toString('latin1'), 'été.txt'],
    ['attachment; filename="unclosed', undefined],
    ['attachment; filename=', undefined],
    ['attachment; filename=""', undefined],
    ['; ; ;', undefined],
  ])('of %j is %j', (header, expected) => {
    expect(fileNameOf(header)).toBe(expected)
  })

  test('of our own downloads round-trips', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), (text) => {
        const name =
          text
            .replace(/[\u0000-\u001f\u007f"\\]/g, '_')
            .toWellFormed()
            .trim() || 'x'
        fc.pre(!/=\?.*\?=/.test(name) && !/^[a-z]:/i.test(name))
        expect(fileNameOf(attachmentNamed(name))).toBe(name)
      }),
    )
  })

  test('is parsed quickly even for the worst headers', () => {
    const began = processorMs()
    for (const bad of ['filename="', ';', '=', '\\"', "filename*=''", '%', ' '])
      fileNameOf(`attachment; ${bad.repeat(20_000)}`)
    expect(processorMs() - began).toBeLessThan(2_000)
  })
})
