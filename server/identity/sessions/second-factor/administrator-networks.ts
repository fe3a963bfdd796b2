// The networks from which administrators of an organisation may act.
import { badInput, conflict, sentence } from '../../../platform/errors.ts'
import { isInNetworks } from '../../../platform/outbound/client-network.ts'
import { networksNamed } from '../../../platform/settings/networks.ts'

const most = 50

/**
 * The networks as they are stored, from addresses and CIDR. Throws bad_request for what is neither, and conflict if the
 * caller could not change it back from where they are.
 */
export function checkNetworks(networks: readonly string[], ip: string): string[] {
  if (networks.length > most) throw badInput('administratorNetworks', `must be ${most} at most.`)
  const checked = networks.map((given) => {
    const text = given.trim()
    if (text !== 'loopback' && networksNamed(text)) return text
    throw badInput(
      'administratorNetworks',
      sentence(`“${text.slice(0, 60)}” is neither an address nor a network such as 203.0.113.0/24`),
    )
  })
  if (checked.length > 0 && !isInNetworks(ip, checked)) {
    throw conflict(
      `You are at ${ip}, which is in none of these networks, so you would lock yourself out. Add it, or do this from one of them.`,
    )
  }
  return [...new Set(checked)]
}
