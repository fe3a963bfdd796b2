// Which addresses the platform connects to when somebody else chose the address: the public internet, and the networks
// that the operator allows. Names are looked up in outbound-socket.ts; here are only addresses.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { loopback, type Network } from '../../settings/networks.ts'

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

// IPv6 is public within the global unicast range only: what is outside of it is not assigned, or carries an IPv4 address inside
const globalUnicast = ipaddr.parseCIDR('2000::/3')
// ordinary by the registries, but a cloud's host answers virtual machines there with their credentials
const cloudHost = ipaddr.parse('168.63.129.16').toString()

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' ? address.toString() !== cloudHost : isIn(address, [globalUnicast])
}
