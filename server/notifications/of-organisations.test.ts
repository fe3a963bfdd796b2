// Notifications about the security of a whole organisation: for its administrators, in the app and by mail.
import { describe, expect, test } from 'vitest'
import { mailsTo } from '../../test/fixtures/mails.ts'
import { mailNow, notificationsOf, prefer } from '../../test/fixtures/notifications.ts'
import { createOrganisation, createUser } from '../../test/factories.ts'
import { useTestApp } from '../../test/test-app.ts'
import { callerFor } from '../../test/tokens.ts'
import { organisationEvent } from '../identity/sessions/sso/provider-events.ts'
import { personEvent } from '../identity/users/events.ts'
import { change, type DomainEvent, systemActor } from '../platform/events/change.ts'

const parts = useTestApp()

const happened = (event: DomainEvent, userId: string | null = null) =>
  change(parts.app, { ...systemActor('test'), userId: userId as null }, async () => ({
    result: undefined,
    events: [event],
  }))

/** Two administrators of an organisation, a colleague, and an administrator of another one. */
async function world() {
  const { id: organisationId, name } = await createOrganisation(parts.app)
  const elsewhere = await createOrganisation(parts.app)
  const person = (firstName: string, role: 'Administrator' | 'Contributor', where = organisationId) =>
    createUser(parts.app, { organisationId: where, role, firstName, lastName: 'Prior' })
  const people = {
    ana: await person('Ana', 'Administrator'),
    ben: await person('Ben', 'Administrator'),
    cy: await person('Cy', 'Contributor'),
    dee: await person('Dee', 'Administrator', elsewhere.id),
  }
  const [ana, ben, cy, dee] = await Promise.all(Object.values(people).map((each) => callerFor(parts, each)))
  if (!ana || !ben || !cy || !dee) throw new Error('There are four people')
  return { organisationId, name, people, ana, ben, cy, dee }
}

describe('of an organisation', () => {
  test('its administrators are notified, except of their own acts and accounts, and nobody else [A-182]', async () => {
    const { organisationId, name, people, ana, ben, cy, dee } = await world()
    const account = { organisationId, userId: people.ben.id }
    await happened(personEvent('user.break-glass.signed-in', account, { address: '203.0.113.9' }))
    await happened(personEvent('user.factors.reset', { organisationId, userId: people.cy.id }), people.ben.id)
    await happened(organisationEvent('password-sign-in.set', organisationId, { allowed: false }))
    const shown = await notificationsOf(parts.app, ana)
    const record = { type: 'Organization', id: organisationId, displayId: null, name }
    const { webUrl } = parts.app.config
    expect(shown).toMatchObject([
      { kind: 'security', text: 'The operator turned passwords off.', about: null, by: null },
      { text: 'Ben Prior removed the second factor of Cy Prior.', by: { id: people.ben.id } },
      {
        text: 'Somebody signed in with the break-glass account (Ben Prior), from the address 203.0.113.9.',
        by: null,
        read: false,
      },
    ])
    expect(shown.map((each) => each.record)).toEqual([
      { ...record, url: `${webUrl}/#/security` },
      { ...record, url: `${webUrl}/#/people/${people.cy.id}` },
      { ...record, url: `${webUrl}/#/people/${people.ben.id}` },
    ])
    expect((await ana.get('/v2/notifications')).json()).toMatchObject({ unread: 3 })
    expect((await notificationsOf(parts.app, ben)).map(({ text }) => text)).toEqual([
      'The operator turned passwords off.',
    ])
    for (const other of [cy, dee]) expect(await notificationsOf(parts.app, other)).toEqual([])
    const read = await ana.post('/v2/notifications/read', { upTo: shown[0]?.id })
    expect(read.statusCode).toBe(204)
    expect((await ana.get('/v2/notifications')).json()).toMatchObject({ unread: 0 })
  })

  test('somebody who no longer administers it sees none of them, and is mailed none [A-182]', async () => {
    const { organisationId, people, ana, ben } = await world()
    for (const person of [people.ana, people.ben]) await prefer(parts.app, person, { security: 'Mail' })
    await happened(organisationEvent('sign-in-policy.updated', organisationId, { changed: {} }))
    expect(await notificationsOf(parts.app, ben)).toHaveLength(1)
    const put = await ana.patch(`/v2/users/${people.ben.id}/rights`, { role: 'Contributor' })
    expect(put.statusCode, put.body).toBe(204)
    expect(await notificationsOf(parts.app, await callerFor(parts, people.ben))).toEqual([])
    parts.clock.advance({ minutes: 2 })
    await mailNow(parts.app)
    expect(await mailsTo(parts.app, { email: people.ben.email })).toEqual([])
    const [mail] = await mailsTo(parts.app, { email: people.ana.email })
    expect(mail?.body).toContain('The operator changed what is demanded at sign-in.')
    expect(mail?.body).toContain(`${parts.app.config.webUrl}/#/security`)
  })
})
