// The first of the files that the app starts with: it draws, and runs in a task of its own, before the other libraries
// and the app. On a slow processor the page answers in between.
export { createRoot } from 'react-dom/client'
