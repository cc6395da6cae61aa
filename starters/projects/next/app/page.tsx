'use client'

import { Root } from '../src/Root.tsx'

export default Root
