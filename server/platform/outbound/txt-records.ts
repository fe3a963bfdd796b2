// TXT records of the domain name system: how somebody shows that a domain is theirs.
import { Resolver } from 'node:dns/promises'
import { withoutPlace } from '../place-in-queue.ts'

// what says that the name is known to have no such record; anything else is no answer
const noRecord = new Set(['ENOTFOUND', 'ENODATA'])
const timing = { timeout: 2_000, tries: 2 } as const

/**
 * The texts of the name's TXT records, without those that are no text. Undefined if no name server answered. Asks these
 * name servers, or those of the machine if there are none.
 */
export async function readTxtRecords(
  name: string,
  nameServers: readonly string[],
): Promise<readonly string[] | undefined> {
  const resolver = new Resolver(timing)
  if (nameServers.length > 0) resolver.setServers(nameServers)
  try {
    // a text longer than 255 bytes comes in parts
    return (await withoutPlace(() => resolver.resolveTxt(name))).map((parts) => parts.join(''))
  } catch (error) {
    return noRecord.has((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined
  }
}
