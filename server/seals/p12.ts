// A key with its certificates from a PKCS #12 file. Runs in a document worker: what it costs to open one is said by the
// file itself.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { P12Signer } from '@libpdf/core'
import { badInput, sentence } from '../platform/errors.ts'
import { isIssuedBy } from './validation/chain.ts'

// common programs use 2,048 to 600,000
const mostIterations = 2_000_000

interface P12 {
  readonly bytes: Uint8Array
  readonly password: string
}

/** PEM. */
export interface KeyWithCertificates {
  readonly privateKey: string
  readonly certificate: string
  /** Those that lead to its authority, the nearest first. */
  readonly chain: readonly string[]
}

/** Opens the file. Throws bad_request for a wrong password, and for what has no key with its certificate. */
export async function openP12({ bytes, password }: P12): Promise<KeyWithCertificates> {
  const derivations = limitIterations()
  try {
    const signer = await P12Signer.create(bytes, password)
    const privateKey = await exportedKey(signer)
    const key = createPrivateKey(privateKey)
    const certificates = [signer.certificate, ...signer.certificateChain].map(
      (der) => new X509Certificate(der),
    )
    const own = certificates.find((each) => each.checkPrivateKey(key))
    if (!own) throw badInput('p12', sentence('The file has no certificate for its private key.'))
    return { privateKey, certificate: own.toString(), chain: chainOf(own, certificates).map(String) }
  } catch (error) {
    throw derivations.wasCostly() ? tooCostly : refusalOf(error)
  } finally {
    derivations.end()
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof RangeError || !(error instanceof Error)) return error
  if (error.name === 'InputError' || 'problems' in error) return error
  return /password|integrity|decrypt/i.test(error.message)
    ? badInput('password', sentence('The password does not open the file.'))
    : badInput('p12', sentence('The file is not a PKCS #12 file with a private key and its certificate.'))
}

async function exportedKey(signer: P12Signer): Promise<string> {
  const key = Reflect.get(signer, 'privateKey') as Parameters<typeof crypto.subtle.exportKey>[1]
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', key))
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    .export({ type: 'pkcs8', format: 'pem' })
    .toString()
}

function chainOf(own: X509Certificate, all: readonly X509Certificate[]): readonly X509Certificate[] {
  const chain: X509Certificate[] = []
  for (let last = own; chain.length < all.length; ) {
    const next = all.find((each) => each !== last && !chain.includes(each) && isIssuedBy(last, each))
    if (!next || next === own) break
    chain.push(next)
    last = next
  }
  return chain
}

const tooCostly = badInput('p12', sentence(`The file may ask for at most ${mostIterations} iterations.`))

/** Derivations run outside the thread, where its limit of time does not reach. */
function limitIterations(): { readonly wasCostly: () => boolean; readonly end: () => void } {
  const { subtle } = crypto
  const derive = subtle.deriveKey
  let costly = false
  subtle.deriveKey = (algorithm, ...rest) => {
    costly ||= Number(Reflect.get(algorithm, 'iterations') ?? 0) > mostIterations
    return costly ? Promise.reject(tooCostly) : derive.call(subtle, algorithm, ...rest)
  }
  return {
    wasCostly: () => costly,
    end() {
      subtle.deriveKey = derive
    },
  }
}
