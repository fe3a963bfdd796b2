// The shell blocks of the documentation, without running them: each is a script, and what is in it is there.
import { describe, expect, test } from 'vitest'
import { readDocuments } from '../documents.ts'
import { shellBlocks, unmarkedBlocks, wrongShell } from './shell-blocks.ts'

test('every block of commands says that it is one', () => {
  expect(
    readDocuments().flatMap(({ path, text }) => unmarkedBlocks(text).map((line) => `${path}:${line}`)),
  ).toEqual([])
})

test('every shell block is a script whose commands, options and calls are there', () => {
  const blocks = shellBlocks()
  expect(blocks.length).toBeGreaterThan(45)
  const wrong = blocks.flatMap(({ page, line, text }) =>
    wrongShell(text).map((sentence) => `${page}:${line}: ${sentence}`),
  )
  expect(wrong).toEqual([])
})

describe('wrong blocks are noticed', () => {
  test.each([
    ["echo 'open", 'it is no shell script'],
    ['curl $HOST/v2/mattters', 'there is no GET /v2/mattters'],
    ['curl -X PUT "$HOST/v2/matters"', 'there is no PUT /v2/matters'],
    ["curl $HOST/v2/matters -d '{}' -H 'a: b' | cat\ncurl $HOST/v2/matter", 'there is no GET /v2/matter'],
    ["curl 'http://localhost:8080/v2/matters?$fitler=x'", 'GET /v2/matters has no parameter $fitler'],
    ['curl -G "$HOST/v2/search" --data-urlencode \'qu=x\'', 'GET /v2/search has no parameter qu'],
    ['matters=$HOST/v2/mattters\ncurl $matters/4', 'there is no GET /v2/mattters/4'],
    ['node bin/chancery.mjs uzer list', "unknown command 'uzer'"],
    ['node bin/chancery.mjs user lizt', "unknown command 'lizt'"],
    ['echo x | node bin/chancery.mjs keys rotate --file /x', "unknown option '--file'"],
    ['node bin/chancery.mjs user add jo@acme.example', 'required option'],
    ['node bin/chancery.mjs token', "missing required argument 'email'"],
    ['curl -H "a: $(node bin/chancery.mjs tokn a)" $HOST/v2/matters', "unknown command 'tokn'"],
    ['podman exec -it chancery chancery user ad jo@acme.example', "unknown command 'ad'"],
    ['npm run nothing', 'there is no "npm run nothing"'],
    ['npm test -- server/nowhere', 'there is no server/nowhere'],
    ['npm run profile -- --sighs 4', '"npm run profile" has no --sighs'],
  ])('%s', (text, complaint) => {
    expect(wrongShell(text).join('\n')).toContain(complaint)
  })

  test.each([
    'CHANCERY_STATE_DIR=/x node bin/chancery.mjs backup restore /backup  # "quoted" | and so on',
    'curl -X POST "$HOST/v2/matters" -H \'Content-Type: application/json\' \\\n  -d \'{"name": "a|b;c"}\'',
    'node bin/chancery.mjs --help',
  ])('%s is accepted', (text) => {
    expect(wrongShell(text)).toEqual([])
  })

  test('commands in a block that does not say so are noticed', () => {
    expect(unmarkedBlocks('```\ncurl x\n```\n\n```json\n{}\n```')).toEqual([1])
  })
})
