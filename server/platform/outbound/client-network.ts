// The network of a client: the unit by which addresses are counted.
import ipaddr from 'ipaddr.js'
import { networksNamed } from '../settings/networks.ts'

/** The IPv4 address itself; for IPv6 the first 64 bits, because one customer has all addresses below them. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return (address as ipaddr.IPv6).parts.slice(0, 4).join(':')
}

/** Whether an address is in one of the networks, which are addresses or CIDR. */
export function isInNetworks(ip: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(ip)) return false
  // an IPv4 address may come as one of IPv6
  const address = ipaddr.process(ip)
  return networks
    .flatMap((text) => networksNamed(text) ?? [])
    .some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
}
