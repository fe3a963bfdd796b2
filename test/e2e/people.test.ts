// The page of people: finding a colleague among many, and adding a law firm with its first person.
import { describe, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../factories.ts'
import { insertMatter } from '../fixtures/matters.ts'
import { mailsTo } from '../fixtures/mails.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { callerFor } from '../tokens.ts'
import { gone } from './absence.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app

describe.skipIf(!chromiumPath())('people', () => {
  test('are found by name and shown a page at a time', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const hash = await passwordHash()
    const person = (values: object) => createUser(parts.app, { organisationId, ...values })
    const admin = await person({ role: 'Administrator', passwordHash: hash, lastName: 'Abel' })
    for (let number = 1; number <= 60; number += 1)
      await person({
        firstName: number === 42 ? 'Zephyrine' : 'Kim',
        lastName: `Okoro ${String(number).padStart(2, '0')}`,
      })
    const page = await app.openAs({ email: admin.email, password }, '/people')
    await page.getByText('61 people').waitFor()
    const links = page.getByRole('link', { name: /Okoro/ })
    await expect.poll(() => links.count()).toBe(49)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => links.count()).toBe(60)
    await page.getByRole('searchbox', { name: 'Find people by name or address' }).fill('okoro zephyr')
    await page.getByText('1 person').waitFor()
    await page.getByRole('link', { name: 'Zephyrine Okoro 42' }).waitFor()
    expect(await links.count()).toBe(1)
    await look(page, 'people-found')
  })

  test('are narrowed by role, status, team and department, in an address that can be sent', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const hash = await passwordHash()
    const person = (lastName: string, values: object) =>
      createUser(parts.app, { organisationId, firstName: 'Kim', lastName, passwordHash: hash, ...values })
    const admin = await person('Abel', { role: 'Administrator' })
    const okoro = await person('Okoro', { role: 'Contributor' })
    const weiss = await person('Weiss', { role: 'InhouseLegal' })
    await person('Zhang', { role: 'Contributor', status: 'Disabled' })
    const caller = await callerFor(parts, admin)
    const idOf = (answer: { json: () => unknown }) => (answer.json() as { id: number }).id
    const department = idOf(await caller.post('/v2/departments', { name: 'Disputes' }))
    await caller.patch(`/v2/users/${okoro.id}/profile`, { department: { id: department } })
    await caller.post('/v2/teams', { name: 'Courts', members: [{ id: weiss.id }] })
    const role = idOf(
      await caller.post('/v2/customRoles', {
        name: 'Paralegal',
        role: 'InhouseLegal',
        permissions: [],
        groups: [],
      }),
    )
    await caller.patch(`/v2/users/${weiss.id}/rights`, { customRole: { id: role } })

    const page = await app.openAs({ email: admin.email, password }, '/people')
    const list = page.getByRole('region', { name: 'People of your organisation' })
    await list.getByText('4 people').waitFor()
    await list.getByText('Contributor · Disputes').waitFor()
    await look(page, 'people-filters')
    const links = () => list.getByRole('link', { name: /^Kim/ }).allInnerTexts()
    await list.getByLabel('Role').selectOption('Contributor')
    await expect.poll(links).toEqual(['Kim Okoro', 'Kim Zhang'])
    await list.getByLabel('Department').selectOption('None')
    await expect.poll(links).toEqual(['Kim Zhang'])
    await list.getByLabel('Status').selectOption('Active')
    await expect.poll(links).toEqual([])
    await list.getByRole('button', { name: 'Clear' }).click()
    await list.getByLabel('Role').selectOption('Paralegal')
    await list.getByLabel('Team').selectOption('Courts')
    await expect.poll(links).toEqual(['Kim Weiss'])
    const file = await caller.get(
      (await list.getByRole('link', { name: 'Export as CSV' }).getAttribute('href')) ?? '',
    )
    expect(file.body).toContain('Weiss')
    expect(file.body).not.toContain('Okoro')
    await page.reload()
    await expect.poll(links).toEqual(['Kim Weiss'])
    await list.getByText('Paralegal').last().waitFor()
  })

  test('an administrator adds a law firm, whose first person is invited', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const admin = await createUser(parts.app, {
      organisationId,
      role: 'Administrator',
      passwordHash: await passwordHash(),
    })
    const page = await app.openAs({ email: admin.email, password }, '/people')
    await page.getByRole('button', { name: 'Add a law firm…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name of the firm').fill('Ashfield LLP')
    await dialog.getByLabel('First name').fill('Rosa')
    await dialog.getByLabel('Last name').fill('Meyer')
    await look(page, 'add-firm')
    const email = `rosa-${Date.now()}@ashfield.example`
    await dialog.getByLabel('Email address').fill(email)
    await dialog.getByRole('button', { name: 'Add and invite' }).click()
    await page.getByText(`The invitation was sent to ${email}.`).waitFor()
    await page.getByText(`Rosa Meyer · ${email}`).waitFor()
    await gone(page.getByRole('dialog'))
    await look(page, 'people-firms')

    // the address was mistyped
    await page.getByRole('button', { name: 'Change the address of Rosa Meyer' }).click()
    await dialog.getByText(`The link that was sent to ${email} stops working.`).waitFor()
    await dialog.getByLabel('Email address').fill(admin.email)
    await dialog.getByRole('button', { name: 'Change and send' }).click()
    await dialog.getByText(`There is already a person with the address ${admin.email}.`).waitFor()
    await look(page, 'correct-invitation')
    const right = `meyer-${Date.now()}@ashfield.example`
    await dialog.getByLabel('Email address').fill(right)
    await dialog.getByRole('button', { name: 'Change and send' }).click()
    await page.getByText(`The invitation was sent to ${right}.`).waitFor()
    await page.getByText(`Rosa Meyer · ${right}`).waitFor()
    await gone(page.getByRole('dialog'))
  })

  test('a record says who can see it and why, and a person how much they can see', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const person = (values: object) => createUser(parts.app, { organisationId, permissions: [], ...values })
    const admin = await person({
      role: 'Administrator',
      passwordHash: await passwordHash(),
      groups: ['MatterAdministrators'],
      lastName: 'Abel',
    })
    const colleague = await person({ firstName: 'Kim', lastName: 'Okoro' })
    const leader = await person({ firstName: 'Lena', lastName: 'Weiss', groups: ['MatterAdministrators'] })
    const matterId = await insertMatter(parts.app, { owner: admin, members: [colleague] })
    const page = await app.openAs({ email: admin.email, password }, `/matters/${matterId}`)
    await page.getByRole('button', { name: 'Who can see this?' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('3 people').waitFor()
    const rows = () => dialog.getByRole('listitem').allInnerTexts()
    expect(await rows()).toEqual([
      'Kim Okoro\nOne of the people on it',
      'Lena Weiss\nSees all that is not restricted',
      `${admin.name}\nOwner · Sees all that is not restricted`,
    ])
    await look(page, 'record-viewers')
    await page.keyboard.press('Escape')
    await (await callerFor(parts, admin)).patch(`/v2/matters/${matterId}`, { restricted: true })
    await gone(dialog)
    await page.getByRole('button', { name: 'Who can see this?' }).click()
    await dialog.getByText('Not, because it is restricted: 1 person').waitFor()
    await look(page, 'record-viewers-restricted')
    await app.openAs({ email: admin.email, password }, `/people/${leader.id}`).then(async (other) => {
      await other.getByText('0 of 1 matters').waitFor()
      await look(other, 'person-sees')
    })
  })

  test('people whom an import added get their invitation at once', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const hash = await passwordHash()
    const admin = await createUser(parts.app, { organisationId, role: 'Administrator', passwordHash: hash })
    for (const lastName of ['Okoro', 'Weiss', 'Zhang'])
      await createUser(parts.app, { organisationId, status: 'Invited', firstName: 'Kim', lastName })
    const page = await app.openAs({ email: admin.email, password }, '/people')
    const invited = page.getByRole('region', { name: 'Invited to your organisation' })
    await expect.poll(() => invited.getByText('Not sent yet').count()).toBe(3)
    await look(page, 'people-unsent')
    await invited.getByRole('button', { name: 'Send the invitation to Kim Weiss' }).click()
    await expect.poll(() => invited.getByText('Not sent yet').count()).toBe(2)
    await invited.getByRole('button', { name: 'Send to all 2 who have none yet' }).click()
    await invited.getByText('2 invitations were sent.').waitFor()
    await gone(invited.getByText('Not sent yet'))
    await expect.poll(() => invited.getByText('Sent', { exact: true }).count()).toBe(3)
    const mails = await mailsTo(parts.app, { organisationId })
    expect(mails.filter(({ subject }) => subject.startsWith('You have been invited'))).toHaveLength(3)
  })

  test('many people are invited from pasted lines, each checked before anything is sent', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const admin = await createUser(parts.app, {
      organisationId,
      role: 'Administrator',
      passwordHash: await passwordHash(),
    })
    const mark = Date.now()
    const page = await app.openAs({ email: admin.email, password }, '/people')
    await page.getByRole('link', { name: 'Invite people…' }).click()
    await page
      .getByLabel('Addresses, or lines of a table')
      .fill(
        [
          `Ana Prior <ana-${mark}@harbour.example>`,
          `kim.okoro@h${mark}.example`,
          admin.email,
          'nobody at all',
          `li-${mark}@harbour.example, Li, Wei, Contributor`,
        ].join('\n'),
      )
    await page.getByLabel('Role of those whose line says none').selectOption('InhouseLegal')
    await page.getByRole('button', { name: 'Check' }).click()
    const result = page.getByRole('region', { name: 'What will be sent' })
    await result.getByText('3 invitations, 2 lines are left out').waitFor()
    await result.getByText('nobody at all').waitFor({ state: 'detached' })
    await result.getByText('has no email address').waitFor()
    await result.getByText('is in your organisation already').waitFor()
    await result.getByText('name taken from the address').waitFor()
    await look(page, 'invite-checked')
    // nothing is sent yet
    const caller = await callerFor(parts, admin)
    const invited = async () =>
      (await caller.get('/v2/invitations')).json<{ items: { user: { email: string } }[] }>().items.length
    expect(await invited()).toBe(0)
    await result.getByRole('button', { name: 'Send 3 invitations' }).click()
    await result.getByText('3 invitations were sent.').waitFor()
    expect(await invited()).toBe(3)
    const li = await caller.get(`/v2/users?$filter=Email eq 'li-${mark}@harbour.example'`)
    expect(li.json()).toMatchObject({ items: [{ firstName: 'Li', lastName: 'Wei', role: 'Contributor' }] })
    await look(page, 'invite-sent')
    // those that were sent are known now
    await page.getByRole('button', { name: 'Check' }).click()
    await result.getByText('0 invitations, 5 lines are left out').waitFor()
  })
})
