// Parsers for the types of settings: each reads a value from the environment's text, or says what it must be.
import { Resolver } from 'node:dns/promises'
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
