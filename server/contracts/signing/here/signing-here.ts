// Signing here, as one of the services that sign contracts.
import type { App } from '../../../platform/app.ts'
import type { SigningService } from '../elsewhere/signing-interface.ts'
import { askSigners, nextSigners } from './ask-signers.ts'
import { readPdf } from './document.ts'
import { findSigners } from './request.ts'

/** The built-in service: its signers are asked by mail, and sign on a page here. */
export const signingHere = (app: App): SigningService => ({
  send(tx, request, now) {
    return askSigners(app, tx, { request, signers: nextSigners(request.inOrder, request.signers), now })
  },
  async status(request) {
    const signers = await findSigners(app.db, request)
    const isOver = request.state === 'Open' && request.expiresAt <= app.clock.now()
    return { state: isOver ? 'Expired' : request.state, reason: request.reason, signers }
  },
  // the addresses of its signers open nothing once the request has ended, which is left to the caller
  async void({ state }) {
    return state === 'Open' ? 'Voided' : state
  },
  async document({ organisationId, fileId, fileVersion: version }) {
    return (await readPdf(app, { organisationId, fileId, version })).bytes
  },
})
