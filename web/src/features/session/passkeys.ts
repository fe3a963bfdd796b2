// Passkeys in the browser: asking the person for one, and making one. The library is loaded when it is needed.
import { answer, client } from '../../lib/client.ts'

type Library = typeof import('@simplewebauthn/browser')

const library = (): Promise<Library> => import('@simplewebauthn/browser')

/** Whether this browser has passkeys at all. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

/** The browser asks for a passkey; what it answers is for the server. Throws an error with a message for the person. */
export async function askForPasskey(): Promise<unknown> {
  const { startAuthentication } = await library()
  const { options } = await answer(client.POST('/session/passkey/options'))
  return inWords(
    startAuthentication({
      optionsJSON: options as Parameters<Library['startAuthentication']>[0]['optionsJSON'],
    }),
    'No passkey was used: it was cancelled, took too long, or there is none for this site on this device.',
  )
}

/** The browser makes a passkey; what it answers is for the server. Throws an error with a message for the person. */
export async function makePasskey(): Promise<unknown> {
  const { startRegistration } = await library()
  const { options } = await answer(client.POST('/session/passkeys/options'))
  return inWords(
    startRegistration({ optionsJSON: options as Parameters<Library['startRegistration']>[0]['optionsJSON'] }),
    'No passkey was made: it was cancelled, took too long, or this device has one already.',
  )
}

// browsers do not say what it was, so that sites cannot learn which passkeys there are
async function inWords<Result>(asking: Promise<Result>, message: string): Promise<Result> {
  try {
    return await asking
  } catch (error) {
    throw error instanceof Error && /NotAllowed|Abort|InvalidState/.test(error.name)
      ? new Error(message)
      : error
  }
}
