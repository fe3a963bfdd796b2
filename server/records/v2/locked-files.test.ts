// Records with files that somebody else has locked are not deleted with them.
import { expect, test } from 'vitest'
import { createUser } from '../../../test/factories.ts'
import { detailOf, kindsOf, sceneOf, uploadTo } from '../../../test/records/both-kinds.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { permissions } from '../../platform/actor.ts'

const parts = useTestApp()

test.each(kindsOf(parts))(
  '$kind: a locked file keeps its record, with its name and who holds it, until it is unlocked [R-17]',
  async ({ kind, v1, make }) => {
    const { organisationId, owner, colleague, caller, ofColleague } = await sceneOf(parts)
    const boss = await createUser(parts.app, { organisationId, role: 'Administrator', permissions })
    const ofBoss = await callerFor(parts, boss)
    const id = await make(owner, [colleague, boss])
    const file = await uploadTo(ofColleague, `${v1}/${id}/files`, 'annex.pdf')
    const hidden = await uploadTo(ofColleague, `${v1}/${id}/files`, 'secret.pdf')
    expect(
      (await ofColleague.patch(`/file-apis/v1/files/${hidden}`, { IsPrivate: true })).statusCode,
    ).toBeLessThan(300)
    for (const each of [file, hidden])
      expect((await ofColleague.put(`/v2/files/${each}/lock`)).statusCode).toBeLessThan(300)
    const at = `/v2/${kind}/${id}`
    for (const who of [caller, ofBoss]) {
      const refused = await who.delete(at)
      expect(detailOf(refused)).toEqual([
        409,
        expect.stringContaining(`annex.pdf (by ${colleague.name}), a private file (by ${colleague.name})`),
      ])
    }
    expect((await caller.get(at)).statusCode).toBe(200)
    // an administrator ends the lock of one, its holder that of the other
    expect((await ofBoss.delete(`/v2/files/${file}/lock`)).statusCode).toBeLessThan(300)
    expect((await caller.delete(at)).statusCode).toBe(409)
    expect((await ofColleague.delete(`/v2/files/${hidden}/lock`)).statusCode).toBeLessThan(300)
    // what one has locked oneself is no obstacle
    expect((await caller.put(`/v2/files/${file}/lock`)).statusCode).toBeLessThan(300)
    const done = await caller.delete(at)
    expect(done.statusCode, done.body).toBe(204)
  },
)
