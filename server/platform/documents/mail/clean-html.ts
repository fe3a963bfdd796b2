// Makes the page of a mail safe to show: what could run, send or load anything is removed. Runs in a document worker.
import sanitizeHtml from 'sanitize-html'
import { checkDepth } from '../html-page.ts'

const mostCharacters = 1_000_000

const elements =
  'a abbr b blockquote br caption center cite code col colgroup dd del div dl dt em font h1 h2 h3 h4 h5 h6 hr i ins li ol p pre q s small span strike strong sub sup table tbody td tfoot th thead tr u ul'
const cell = ['colspan', 'rowspan', 'align', 'valign']

const colour = [/^#[0-9a-f]{3,8}$/i, /^[a-z]{3,20}$/i, /^rgb\(\s*\d{1,3}\s*(?:,\s*\d{1,3}\s*){2}\)$/i]
const length = [/^-?\d{1,4}(?:\.\d{1,3})?(?:px|pt|em|%)?$/]

// no addresses, no positions: nothing is loaded and nothing covers the page around it
const styles = {
  color: colour,
  'background-color': colour,
  'font-weight': [/^(?:normal|bold|bolder|lighter|[1-9]00)$/],
  'font-style': [/^(?:normal|italic|oblique)$/],
  'text-decoration': [/^(?:none|underline|line-through)$/],
  'text-align': [/^(?:left|right|center|justify)$/],
  'font-size': length,
  'margin-left': length,
  'padding-left': length,
}

const rules: sanitizeHtml.IOptions = {
  allowedTags: elements.split(' '),
  allowedAttributes: {
    a: ['href', 'title', 'rel', 'target'],
    td: cell,
    th: cell,
    ol: ['start'],
    '*': ['style', 'dir', 'lang'],
  },
  allowedStyles: { '*': styles },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 200,
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow', target: '_blank' }),
  },
}

/**
 * The page with its structure, pictures left out: they would be loaded from elsewhere and tell the sender that the mail
 * is read. Links lead to web pages and mail addresses only, and take nothing of ours along. Throws bad_request for a
 * page that is nested too deep.
 */
export function cleanHtml(html: string): string {
  const page = html.slice(0, mostCharacters)
  checkDepth(page)
  return sanitizeHtml(page, rules)
}
