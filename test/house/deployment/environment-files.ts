// The three programs that read deploy/chancery.env, each with its own idea of quotes: a shell (really run), systemd,
// and the engines of containers. The two parsers follow the sources of systemd 252 (`parse_env_file_internal`) and of
// docker 24 (`opts/file.go`), with which podman agrees.
import { execFileSync } from 'node:child_process'

export type Variables = Record<string, string>

/** What `set -a; . file` adds to the environment of a shell. Throws if the shell reports anything. */
export function readByShell(path: string): Variables {
  const script = 'set -eu; set -a; . "$1" 2>&1; set +a; env -0'
  const output = execFileSync('/bin/sh', ['-c', script, 'sh', path], {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin' },
  })
  const all = Object.fromEntries(
    output
      .split('\0')
      .filter((each) => each !== '')
      .map((each) => splitOnce(each)),
  )
  for (const own of ['PATH', 'PWD', 'OLDPWD', 'SHLVL', '_']) delete all[own]
  return all
}

/** What `EnvironmentFile=` makes of the text. */
export function readBySystemd(text: string): Variables {
  const variables: Variables = {}
  const rest = { text, at: 0 }
  while (rest.at < text.length) {
    const line = /[^\n]*\n?/y
    line.lastIndex = rest.at
    const [found = ''] = line.exec(text) ?? []
    if (/^\s*[#;]/.test(found) || found.trim() === '') rest.at += found.length
    else {
      const name = text.slice(rest.at, text.indexOf('=', rest.at))
      rest.at += name.length + 1
      variables[name.trim()] = systemdValue(rest)
    }
  }
  return variables
}

// Up to the end of the line: quoted parts, which may be several, or text in which a backslash takes the next character
// as it is.
function systemdValue(rest: { readonly text: string; at: number }): string {
  let value = ''
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = rest.at
    const found = pattern.exec(rest.text)
    if (found) rest.at += found[0].length
    return found?.[0]
  }
  for (;;) {
    take(/[ \t]*/y)
    const single = take(/'[^']*'/y)
    const double = single === undefined ? take(/"(?:[^"\\]|\\[^])*"/y) : undefined
    if (single !== undefined) value += single.slice(1, -1)
    else if (double !== undefined) value += double.slice(1, -1).replace(/\\(["\\`$])/g, '$1')
    else break
  }
  const plain = take(/(?:[^\n\\]|\\[^])*/y) ?? ''
  take(/\n/y)
  return (
    value +
    plain
      .replace(/\\\n/g, '')
      .replace(/\\(.)/g, '$1')
      .replace(/[ \t\r]+$/, '')
  )
}

/**
 * What `--env-file` makes of the text: quotes are characters like any other. Throws where the engine would refuse the
 * file.
 */
export function readByContainerEngine(text: string): Variables {
  const lines = text.split('\n').map((line) => line.trimStart())
  return Object.fromEntries(
    lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const [name, value] = splitOnce(line)
        if (name === '' || /\s/.test(name)) throw new Error(`"${name}" is not the name of a variable`)
        return [name, value]
      }),
  )
}

function splitOnce(line: string): readonly [string, string] {
  const at = line.indexOf('=')
  if (at < 0) throw new Error(`"${line}" has no value`)
  return [line.slice(0, at), line.slice(at + 1)]
}
