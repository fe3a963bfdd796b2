// The browser and system of a session, in readable form, parsed from the user agent.
import type { IncomingHttpHeaders } from 'node:http'
import bowser from 'bowser'

/** The origin of a browser's request. */
export interface Device {
  readonly userAgent: string | null
  /** The IP address. */
  readonly address: string
}

const longestUserAgent = 500

/** The device of a request. */
export const deviceOf = (request: {
  readonly headers: IncomingHttpHeaders
  readonly ip: string
}): Device => ({
  userAgent: request.headers['user-agent']?.slice(0, longestUserAgent).replaceAll('\0', '') || null,
  address: request.ip,
})

export interface DeviceWords {
  /** Such as `Firefox 133`; null for an unknown browser. */
  readonly browser: string | null
  /** Such as `Windows 10` or `iOS 17`. */
  readonly system: string | null
  readonly kind: 'computer' | 'phone' | 'tablet' | null
}

const kinds: ReadonlyMap<string | undefined, DeviceWords['kind']> = new Map([
  ['desktop', 'computer'],
  ['mobile', 'phone'],
  ['tablet', 'tablet'],
])

/** Describes a user agent in plain words. */
export function wordsFor(userAgent: string | null): DeviceWords {
  if (!userAgent) return { browser: null, system: null, kind: null }
  const { browser, os, platform } = bowser.parse(userAgent)
  return {
    browser: named(browser.name, browser.version),
    // since 2015 browsers report Windows 10 and macOS 10.15 whatever the real version
    system: named(os.name, os.name === 'macOS' ? undefined : (os.versionName ?? os.version)),
    kind: kinds.get(platform.type) ?? null,
  }
}

function named(name: string | undefined, version: string | undefined): string | null {
  if (!name) return null
  const major = version?.split('.', 1)[0]
  return major ? `${name} ${major}` : name
}
