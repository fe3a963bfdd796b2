// The theme: an ink green, cool neutrals, system fonts. Every pair of text and background used here has a contrast of
// at least 4.5, borders of controls 3 (WCAG 2.2 AA).
import {
  ActionIcon,
  Button,
  convertCssVariables,
  createTheme,
  type CSSVariablesResolver,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  type MantineColorsTuple,
  mergeMantineTheme,
} from '@mantine/core'

const ink: MantineColorsTuple = [
  '#edf5f3',
  '#dbe9e5',
  '#b4d3cb',
  '#8abcb0',
  '#62a394',
  '#428b7b',
  '#2d7565',
  '#1d5f52',
  '#164c42',
  '#0d362f',
]
const gray: MantineColorsTuple = [
  '#f5f7f6',
  '#edf0ef',
  '#e0e5e3',
  '#ced5d2',
  '#838f8b',
  '#75827d',
  '#65716d',
  '#4d5854',
  '#39423f',
  '#232a28',
]
const dark: MantineColorsTuple = [
  '#d5dcda',
  '#b4bdba',
  '#98a39f',
  '#717d79',
  '#6c7874',
  '#2e3734',
  '#232b29',
  '#1a2120',
  '#121716',
  '#0c100f',
]

// What a button says is enough to tell it by, so its edge may be quiet; fields keep one with a contrast of 3.
const LINE = '1px solid var(--button-line)'

/** Text of buttons grows with them: of the small ones it would be larger than of others otherwise. */
const buttonSizes: Readonly<Record<string, Readonly<Record<`--button-${string}`, string>>>> = {
  'compact-xs': { '--button-fz': '0.75rem', '--button-height': '1.5rem' },
  'compact-sm': {
    '--button-fz': '0.8125rem',
    '--button-height': '1.75rem',
    '--button-padding-x': '0.625rem',
  },
  xs: { '--button-fz': '0.8125rem', '--button-padding-x': '0.75rem' },
  sm: { '--button-padding-x': '1rem' },
}

/** Mantine's theme for the whole app. */
export const theme = createTheme({
  colors: { ink, gray, dark },
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  black: '#1b2220',
  defaultRadius: 'sm',
  radius: { xs: '2px', sm: '4px', md: '4px', lg: '6px', xl: '8px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
  respectReducedMotion: true,
  fontFamily:
    '-apple-system, "Segoe UI Variable Text", "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  // titles of pages are in the serif of global.css
  headings: {
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.25' },
      h2: { fontSize: '1rem', lineHeight: '1.5' },
      h3: { fontSize: '0.875rem', lineHeight: '1.5' },
    },
  },
  components: {
    ActionIcon: ActionIcon.extend({
      vars: (_, { variant }) => ({ root: variant === 'default' ? { '--ai-bd': LINE } : {} }),
    }),
    Anchor: { defaultProps: { underline: 'always' } },
    Button: Button.extend({
      defaultProps: { size: 'sm' },
      vars: (_, { size, variant }) => ({
        root: { ...buttonSizes[String(size)], ...(variant === 'default' ? { '--button-bd': LINE } : {}) },
      }),
    }),
    // Without the placeholder the first item has the focus as soon as the menu is open, as people expect of Enter.
    Menu: {
      defaultProps: {
        shadow: 'md',
        transitionProps: { duration: 120 },
        withInitialFocusPlaceholder: false,
      },
    },
    // Locking the page's scroll would add a <style> element, which the content security policy forbids.
    Modal: {
      defaultProps: {
        lockScroll: false,
        centered: true,
        closeButtonProps: { 'aria-label': 'Close' },
        // the head of a dialog is not the head of the page
        attributes: { header: { role: 'none' } },
      },
    },
    PasswordInput: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
  },
})

// Where Mantine's own colours do not reach the contrast above.
const withContrast: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': gray[7],
    '--mantine-color-placeholder': gray[6],
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-default-border': gray[5],
  },
  dark: {
    '--mantine-color-dimmed': dark[1],
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-error': '#ff8787',
    '--mantine-color-anchor': ink[3],
    '--mantine-color-default-border': dark[3],
  },
})

/**
 * Applies the theme's variables to the page. Mantine would use a <style> element, which a content security policy
 * without `unsafe-inline` blocks; a style sheet adopted by a script is allowed.
 */
export function adoptThemeVariables(): void {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    convertCssVariables(defaultCssVariablesResolver(merged)) + convertCssVariables(withContrast(merged)),
  )
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
