// Parsers for the types of settings: each reads a value from the environment's text, or says what it must be.
import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networksNamed } from './networks.ts'

/** An invalid value; the message continues after the setting's name. */
export class InvalidSetting extends Error {}

/** Any text. */
export const text = (fallback: string) => (value: string | undefined) => value ?? fallback
/** Any text, or none. */
export const optional = (value: string | undefined) => value

/** One of several words. */
export const oneOf =
  <const Choice extends string>(choices: readonly Choice[], fallback: Choice) =>
  (value: string | undefined): Choice => {
    if (value === undefined) return fallback
    const found = choices.find((choice) => choice === value)
    if (!found) throw new InvalidSetting(`must be one of ${choices.join(', ')}; it is "${value}"`)
    return found
  }

/** Yes or no. */
export const yesOrNo = (value: string | undefined): boolean => {
  if (value === undefined || /^(?:no|false|0|off)$/i.test(value)) return false
  if (/^(?:yes|true|1|on)$/i.test(value)) return true
  throw new InvalidSetting(`must be yes or no; it is "${value}"`)
}

/** An integer in a range. */
export const integer =
  (fallback: number, min: number, max: number) =>
  (value: string | undefined): number => {
    if (value === undefined) return fallback
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw new InvalidSetting(`must be a whole number from ${min} to ${max}; it is "${value}"`)
    }
    return number
  }

/** Seconds, separated by commas. */
export const seconds = (value: string | undefined): readonly number[] => {
  const parts = (value ?? '60,120,300').split(',').map((part) => part.trim())
  if (!parts.every((part) => /^\d+(\.\d+)?$/.test(part))) {
    throw new InvalidSetting(`must be seconds separated by commas, such as 60,120,300; it is "${value}"`)
  }
  return parts.map(Number)
}

/** A URL, without a trailing slash. */
export const url = (value: string | undefined): string | undefined => {
  if (value === undefined) return undefined
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw new InvalidSetting(
      `must be an http or https address, such as https://legal.example.com; it is "${value}"`,
    )
  }
  return value.replace(/\/+$/, '')
}

/** An address with one of these protocols, which the server connects to. */
export const addressOf =
  (protocols: readonly string[], example: string) =>
  (value: string | undefined): string | undefined => {
    const protocol = /^([a-z]+):/i.exec(value ?? '')?.[1]?.toLowerCase()
    if (value === undefined || (protocol !== undefined && protocols.includes(protocol))) return value
    // not quoted: it may have a password
    throw new InvalidSetting(`must be an address that begins with ${protocols[0]}:, such as ${example}`)
  }

/** The address of a mail server. */
export const mailServer = (value: string | undefined): string | undefined => {
  const example = 'smtps://user:password@mail.example.com:465'
  const address = addressOf(['smtps', 'smtp'], example)(value)
  if (address === undefined || URL.parse(address)?.hostname) return address
  throw new InvalidSetting(`must name a mail server, such as ${example}; in its password write %40 for @`)
}

const mailPattern = /^[^\s@<>,]+@[^\s@<>,]+$/

/** A mail address. */
export const mailAddress = (value: string | undefined): string | undefined => {
  if (value === undefined || mailPattern.test(value)) return value
  throw new InvalidSetting(`must be a mail address, such as ops@example.com; it is "${value}"`)
}

/** A mail address, with or without a name before it. */
export const sender =
  (fallback: string) =>
  (value: string | undefined): string => {
    const given = value ?? fallback
    if (mailPattern.test(/^[^<>]*<([^<>]*)>$/.exec(given)?.[1] ?? given)) return given
    throw new InvalidSetting(`must be a mail address, such as Legal <legal@example.com>; it is "${given}"`)
  }

/** An address or a name to listen on. */
export const listenAddress =
  (fallback: string) =>
  (value: string | undefined): string => {
    const given = value ?? fallback
    if (isIP(given) !== 0 || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(given)) return given
    throw new InvalidSetting(`must be an address of this machine, such as 0.0.0.0; it is "${given}"`)
  }

/** The name of a bucket, or of a region. */
export const bucketName = (value: string | undefined): string | undefined => {
  if (value === undefined || /^[a-z0-9][a-z0-9._-]{0,254}$/i.test(value)) return value
  throw new InvalidSetting(`must be a name of letters, digits, dots and hyphens; it is "${value}"`)
}

/** Where backups are: a folder or a bucket. */
export const backupPlace = (value: string | undefined): string | undefined => {
  if (value === undefined || value.startsWith('/') || /^s3:\/\/[a-z0-9]/i.test(value)) return value
  throw new InvalidSetting(`must be an absolute folder, or s3://bucket/prefix; it is "${value}"`)
}

/** A domain name, in lower case. */
export const domain = (value: string | undefined): string | undefined => {
  if (value === undefined) return undefined
  if (!/^(?=.{1,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/i.test(value)) {
    throw new InvalidSetting(`must be the name of a domain, such as in.legal.example.com; it is "${value}"`)
  }
  return value.toLowerCase()
}

/** A secret long enough not to be guessed, to be sent in a header. */
export const longSecret = (value: string | undefined): string | undefined => {
  if (value === undefined || /^[\x21-\x7e]{16,}$/.test(value)) return value
  throw new InvalidSetting('must have 16 characters or more: letters, digits and signs, without spaces')
}

/** 32 bytes in base64. */
export const key = (value: string | undefined): string | undefined => {
  if (value === undefined) return undefined
  if (Buffer.from(value, 'base64').length !== 32) throw new InvalidSetting('must be 32 bytes in base64')
  return value
}

/** The word auto, the word off, or the path of a program. */
export const programOrWord = (value: string | undefined): string => {
  const text = value ?? 'auto'
  if (/^(?:auto|off)$/.test(text) || text.startsWith('/')) return text
  throw new InvalidSetting(
    `must be auto, off, or the path of the program, such as /usr/bin/soffice; it is "${text}"`,
  )
}

/** Values separated by commas. */
export const list = (value: string | undefined): readonly string[] =>
  (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** A schedule in crontab format: five fields. */
export const schedule = (value: string | undefined): string | undefined => {
  if (value === undefined || /^[\d*,/-]+( +[\d*,/-]+){4}$/.test(value)) return value
  throw new InvalidSetting(`must have the five fields of crontab, such as "30 2 * * *"; it is "${value}"`)
}

/** Networks, or the word loopback, separated by commas. */
export const networks = (value: string | undefined): readonly string[] => {
  const wrong = list(value).filter((network) => !networksNamed(network))
  if (wrong.length === 0) return list(value)
  throw new InvalidSetting(
    `must be networks such as 10.1.0.0/16, or the word loopback, separated by commas; "${wrong.join('", "')}" is neither`,
  )
}

/** Addresses of name servers: `192.0.2.53`, `192.0.2.53:5353`, `[2001:db8::53]:5353`. */
export const nameServers = (value: string | undefined): readonly string[] => {
  const servers = list(value)
  for (const server of servers) {
    try {
      new Resolver().setServers([server])
    } catch {
      throw new InvalidSetting(`must be addresses of name servers, such as 192.0.2.53; it has "${server}"`)
    }
  }
  return servers
}
