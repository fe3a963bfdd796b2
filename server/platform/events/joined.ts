// Several changes that are one: each is made by its own command, and all of them in one transaction.
import type { App } from '../app.ts'
import type { Tx } from '../postgres/database.ts'

/**
 * The app for commands that are part of a change that is under way in `tx`: what they read and write is part of it, and
 * so are their events. They may do nothing that a change must not do.
 */
export const joined = (app: App, tx: Tx): App => ({
  ...app,
  db: tx,
  database: { ...app.database, kysely: tx },
})
