// An organisation with the people that the access tests need, and how they call the server.
import { randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import type { Server } from '../../../server/http/route.ts'
import type { App } from '../../../server/platform/app.ts'
import { internalTransaction } from '../../../server/platform/events/change.ts'
import { hashOfSecret, newSecret } from '../../../server/platform/secrets/crypto.ts'
import { groups, permissions } from '../../../server/platform/actor.ts'
import { openBrowser, passwordHash } from '../../peers/browser.ts'
import { createOrganisation, createUser, type TestUser } from '../../factories.ts'
import { accessTokenFor } from '../../tokens.ts'

/**
 * owner      may do everything that a person of the organisation may
 * viewer     a member of what the cases create, who sees it and may change nothing: a business user
 * colleague  works in legal, without permissions, groups, teams, and memberships of what the cases create
 */
export type Role = 'owner' | 'viewer' | 'colleague'

export interface World {
  readonly app: App
  readonly organisationId: number
  /** Its name, which occurs nowhere else. */
  readonly name: string
  readonly people: Readonly<Record<Role, TestUser>>
  /** Calls the server as one of the people, with a token or as the web app does. */
  send(role: Role, way: 'token' | 'session', request: InjectOptions): Promise<Answer>
}

export type Answer = Awaited<ReturnType<typeof inject>>

/** Creates the organisation and its people. */
export async function createWorld(app: App, server: Server): Promise<World> {
  const { id: organisationId, name } = await createOrganisation(app, { name: mark() })
  const hash = await passwordHash()
  const person = (role: Parameters<typeof createUser>[1]) => createUser(app, { ...role, passwordHash: hash })
  const people = {
    owner: await person({ organisationId, role: 'Administrator', permissions, groups }),
    viewer: await person({ organisationId, role: 'Standard', permissions: [] }),
    colleague: await person({ organisationId, role: 'Contributor', permissions: [] }),
  }
  const tokens = {
    owner: await accessTokenFor(app, people.owner),
    viewer: await accessTokenFor(app, people.viewer),
    colleague: await accessTokenFor(app, people.colleague),
  }
  const byToken = (role: Role, request: InjectOptions) =>
    inject(server, { ...request, headers: { ...request.headers, authorization: `Bearer ${tokens[role]}` } })
  const devices = { owner: newSecret(), viewer: newSecret(), colleague: newSecret() }
  for (const role of ['owner', 'viewer', 'colleague'] as const) {
    await internalTransaction(app, (tx, now) =>
      tx
        .insertInto('known_devices')
        .values({
          id: randomUUID(),
          user_id: people[role].id,
          hash: hashOfSecret(devices[role]),
          address: '203.0.113.9',
          created_at: now,
          seen_at: now,
          trusted_since: now,
        })
        .execute(),
    )
  }
  const bySession = async (role: Role, { method = 'GET', url, payload, ...options }: InjectOptions) => {
    const browser = openBrowser(server)
    // a known one, of which nobody gets a mail, and which stands for a second factor that a case has given them
    browser.cookies.set('chancery_device', devices[role])
    await browser.signIn(people[role].email)
    await internalTransaction(app, (tx, now) =>
      tx.updateTable('sessions').set({ verified_at: now }).where('user_id', '=', people[role].id).execute(),
    )
    return browser.call(method, url as string, payload, options)
  }
  return {
    app,
    organisationId,
    name,
    people,
    send: (role, way, request) => (way === 'token' ? byToken(role, request) : bySession(role, request)),
  }
}

/** A word that occurs nowhere else, to be found again in responses. */
export const mark = (): string => `mark-${randomUUID()}`

const inject = (server: Server, options: InjectOptions) => server.inject(options)
