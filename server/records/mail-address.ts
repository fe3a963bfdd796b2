// The mail addresses of matters and contracts: `matter-42-k3v9q2m7x4tbn6ha@mail.example.com`. The last part is a
// signature that only this installation can compute, so that addresses cannot be guessed and need not be stored.
import { timingSafeEqual } from 'node:crypto'
import type { App } from '../platform/app.ts'
import type { Subject } from '../platform/subject.ts'
import { kindNames } from './kinds.ts'

const localPartOf = new RegExp(`^(${kindNames.join('|')})-([1-9]\\d{0,9})-`)

type Named = Pick<Subject, 'kind' | 'id'>

/** The address of a record; null if inbound mail is not configured. */
export async function mailAddressOf(
  app: Pick<App, 'config' | 'vault'>,
  record: Named,
): Promise<string | null> {
  const { inboundMailDomain } = app.config
  return inboundMailDomain ? `${await localPart(app, record)}@${inboundMailDomain}` : null
}

/**
 * The record of this address, whether or not it exists; undefined if the address was not issued by this installation.
 */
export async function recordAt(
  app: Pick<App, 'config' | 'vault'>,
  address: string,
): Promise<Named | undefined> {
  const at = address.lastIndexOf('@')
  const given = address.slice(0, at).toLowerCase()
  if (address.slice(at + 1).toLowerCase() !== app.config.inboundMailDomain) return undefined
  const [, kind, number] = localPartOf.exec(given) ?? []
  if (kind === undefined) return undefined
  const record = { kind: kind as Subject['kind'], id: Number(number) }
  const right = Buffer.from(await localPart(app, record))
  const offered = Buffer.from(given)
  return right.length === offered.length && timingSafeEqual(right, offered) ? record : undefined
}

async function localPart({ vault }: Pick<App, 'vault'>, { kind, id }: Named): Promise<string> {
  const mac = await vault.mac(`${kind}:${id}`, 'mail-address')
  return `${kind}-${id}-${letters(mac.subarray(0, 10))}`
}

// Mail addresses lose their case and are read aloud: 32 letters and digits that are hard to confuse.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

function letters(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet.charAt(Number.parseInt(five, 2))).join('')
}
