// Networks as settings name them.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Network = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

/** The addresses of this machine itself. */
export const loopback: readonly Network[] = ['127.0.0.0/8', '::1/128'].map((text) => ipaddr.parseCIDR(text))

/**
 * Parses a network given in a setting: `10.1.0.0/16`, a single address, or the word `loopback`. Undefined for anything
 * else.
 */
export function networksNamed(text: string): readonly Network[] | undefined {
  if (text === 'loopback') return loopback
  if (isIP(text)) return [[ipaddr.parse(text), isIP(text) === 4 ? 32 : 128]]
  return ipaddr.isValidCIDR(text) && isIP(text.split('/', 1)[0] ?? '') ? [ipaddr.parseCIDR(text)] : undefined
}
