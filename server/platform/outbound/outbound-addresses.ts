// Which addresses the platform connects to when a user has chosen the address: the public internet, and the networks
// allowed by the operator. Names are resolved in outbound-socket.ts; this file handles only addresses.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { loopback, type Network } from '../settings/networks.ts'

/** Whether the address is this machine itself. */
export const isLoopback = (address: string): boolean => isIn(ipaddr.parse(address), loopback)

/** Whether connecting to the address is permitted: a public one, or one in an allowed network. */
export function mayConnectTo(address: string, allowed: readonly Network[]): boolean {
  if (!isIP(address)) return false
  const parsed = ipaddr.parse(address)
  return isIn(parsed, allowed) || isPublic(parsed)
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, networks: readonly Network[]): boolean {
  return networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
}

// IPv6 is public only within the global unicast range: anything else is unassigned, or embeds an IPv4 address
const globalUnicast = ipaddr.parseCIDR('2000::/3')
// public by the registries, but in one cloud it serves credentials to virtual machines
const cloudHost = ipaddr.parse('168.63.129.16').toString()

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' ? address.toString() !== cloudHost : isIn(address, [globalUnicast])
}
