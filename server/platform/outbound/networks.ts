// The network that one customer of a provider has: what an address is counted by.
import ipaddr from 'ipaddr.js'

/** The IPv4 address itself; of an IPv6 address the first 64 bits, because everybody has all addresses below them. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return (address as ipaddr.IPv6).parts.slice(0, 4).join(':')
}
