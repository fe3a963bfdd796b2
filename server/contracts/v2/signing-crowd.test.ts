// Many signers of one document at once: each signature counts once, and none is of a document that was not shown.
import { expect, test } from 'vitest'
import { signingWorld } from '../../../test/fixtures/signing-world.ts'
import { noPdfsig, signaturesIn } from '../../../test/seals/pdfsig.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()

test('of a hundred signatures at once one counts; all ten come through in turn, none is lost [C-326]', async () => {
  const { sent, current, statusOf, read, signWithout, open } = await signingWorld(parts)
  const names = Array.from({ length: 10 }, (_, index) => `signer${index}`)
  const { path } = await sent(names)
  const addresses: Awaited<ReturnType<typeof open>>[] = []
  for (const name of names) addresses.push(await open(name))
  const { document: before } = await current(path)
  let waiting = addresses
  // each signer ten times in the first round, and once in the others
  for (let times = 10; waiting.length > 0; times = 1) {
    const shown = await Promise.all(waiting.map(async (one) => ({ one, page: await read(one) })))
    const calls = shown.flatMap((each) => Array.from({ length: times }, () => each))
    const answers = await Promise.all(
      calls.map(({ one, page }) => signWithout(one, { sha256: page.headers['x-sha256'] })),
    )
    const codes = answers.map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => code === 204)).toHaveLength(1)
    // 503 is for those beyond the places that wait for the document: nothing was signed, and they sign in a later round
    expect(codes.filter((code) => ![204, 409, 503].includes(code))).toEqual([])
    const { signers } = await current(path)
    waiting = addresses.filter((_, index) => signers[index]?.state !== 'Signed')
  }
  expect(await statusOf(path)).toBe('Executed')
  const { document, signers } = await current(path)
  expect(document.version).toBe(before.version + names.length)
  expect(signers.map((signer: { readonly state: string }) => signer.state)).toEqual(names.map(() => 'Signed'))
  const [first] = addresses
  if (noPdfsig !== undefined || !first) return
  const seals = signaturesIn((await read(await open('signer0'))).rawPayload)
  expect(seals.map(({ valid }) => valid)).toEqual(names.map(() => true))
})
