'use client'

/** What runs in the browser. */
export { Root as Wallet } from '../src/Root.tsx'
