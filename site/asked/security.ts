/** How people ask for the sections about security. */
import type { AskedAs } from './askedAs.ts'

export const security: AskedAs = {
  '/security/our-approach': [
    'security model',
    'why should I trust this software',
    'where does your protection end and ours begin',
    'security architecture for due diligence',
  ],
  '/security/our-approach#what-this-software-enforces': [
    'security guarantees of the engine',
    'which controls are built in',
    'how are tenants kept apart technically',
    'are keys encrypted on disk',
    'security features list for questionnaire',
  ],
  '/security/our-approach#what-this-software-does-not-provide': [
    'known weaknesses and limits',
    'has there been an external audit, SOC 2 or pentest',
    'does it protect against a malicious sysadmin',
    'what is out of your security promise',
    'memory dump reveals keys?',
  ],
  '/security/our-approach#what-a-deployment-must-add': [
    'our homework to run it securely',
    'which extra protection for which need',
    'take ourselves out of the trust chain',
  ],
  '/security/our-approach#trust-in-five-lines': [
    'who can steal funds in the worst case',
    'who can see customer data',
    'trust boundary diagram',
    'can an attacker with database write access move coins',
    'summary of trust assumptions',
  ],
  '/security/our-approach#keys-at-rest': [
    'how are private keys stored',
    'encryption at rest AES',
    'is customer personal data encrypted in the database',
    'what is in plain text in the tables',
    'envelope encryption or key derivation per tenant',
    'which algorithm protects the seed on disk',
  ],
  '/security/our-approach#threats': [
    'what happens if your servers get hacked',
    'threat model',
    'database leaked, are the coins safe',
    'stolen api key, how bad is it',
    'what if an employee is bribed',
    'somebody restores an old database, deleted key works again?',
    'phishing or malicious frontend',
  ],
  '/security/our-approach#cryptography': [
    'which crypto algorithms and standards are used',
    'did you write your own cryptography',
    'list of RFCs and NIST standards',
    'is it post-quantum safe, which curves',
    'FIPS compliance of the primitives',
  ],
  '/security/our-approach#development-is-not-production': [
    'can I put real coins on the test server',
    'sent money to a sample address from the docs',
    'is the browser sandbox secure',
  ],
  '/security/our-approach#run': [
    'see what a thief finds in a stolen database',
    'demo: wrong root secret cannot sign',
  ],

  '/security/non-custodial-key-mgmt': [
    'are we custodian of the customer coins',
    'self custody explained',
    'you store the keys, so how is that non-custodial',
    'not your keys not your coins',
  ],
  '/security/non-custodial-key-mgmt#what-this-software-enforces': [
    'what stops the app company from using user keys',
    'guarantees that only the user signs',
    'does the company see login bundles of the user',
  ],
  '/security/non-custodial-key-mgmt#what-it-does-not-enforce': [
    'fake web page tricks user into signing',
    'limits of self custody here',
    'operator of the process can see keys?',
  ],
  '/security/non-custodial-key-mgmt#what-a-deployment-must-add': [
    'be non-custodial even towards ourselves as host',
    'what is needed so users need not trust the operator',
  ],
  '/security/non-custodial-key-mgmt#who-controls-which-set-up': [
    'table: who can move money in which arrangement',
    '2 of 3 with user, company and third party',
    'is a 1 of 2 shared account custodial',
    'is it still self custody when our bot may sign',
  ],
  '/security/non-custodial-key-mgmt#life-of-a-key': [
    'how is a key born, used and destroyed',
    'key lifecycle',
    'is a deleted key really gone from backups',
    'where does randomness come from',
    'is memory wiped after signing',
  ],
  '/security/non-custodial-key-mgmt#what-the-operator-can-do': [
    'insider threat: what can our own ops team do',
    'can the SMS provider log in as a user',
    'email provider compromised, what is possible',
    'abuse by the platform owner',
    'what power comes with database access',
  ],
  '/security/non-custodial-key-mgmt#the-parent-cannot-write': [
    'could the company change a rule to give itself access to users',
    'read yes write no for the main account',
    'grant parent the right to sign in child',
    'support needs to fix something in the account of a user',
  ],
  '/security/non-custodial-key-mgmt#the-exit': [
    'what if your company goes bankrupt',
    'users leave without our help',
    'service shuts down, how do customers get their coins',
    'move seed phrase to another wallet app and see same addresses',
  ],
  '/security/non-custodial-key-mgmt#no-legal-claim': [
    'do I need a license or regulation for custody',
    'legal view on custody, MiCA or BaFin',
    'are we legally a custodian',
  ],
  '/security/non-custodial-key-mgmt#run': [
    'demo: user takes phrase out and finds same addresses',
    'demo: main account reads but cannot sign',
  ],

  '/security/secure-enclaves': [
    'trusted execution environment',
    'does it run in an enclave, SGX or Nitro style',
    'confidential computing',
    'HSM or enclave for the signer',
  ],
  '/security/secure-enclaves#what-this-software-enforces': [
    'is the engine built so that it can go into an enclave',
    'interfaces of the core to the outside world',
    'pure core without IO',
  ],
  '/security/secure-enclaves#what-it-does-not': ['enclave image included?', 'remote attestation shipped?'],
  '/security/secure-enclaves#what-a-deployment-must-add': [
    'what do we have to build for an enclave',
    'work needed to run in TEE',
  ],
  '/security/secure-enclaves#what-an-enclave-is': [
    'enclave explained simply',
    'what does attestation prove',
    'measurement of an image, PCR',
  ],
  '/security/secure-enclaves#the-split': [
    'which parts go inside and which outside the enclave',
    'where does TLS end with an enclave',
    'should rule checks run inside the enclave',
  ],
  '/security/secure-enclaves#what-the-inside-must-not-trust': [
    'hostile host lies about time, random or data',
    'rollback attack against enclave storage',
    'can the host serve false login provider keys',
  ],
  '/security/secure-enclaves#attestation-and-who-checks-it-when': [
    'how do operators verify the running code',
    'reproducible build and measurement check',
    'start up steps of an attested machine',
    'client verifies enclave signer',
  ],
  '/security/secure-enclaves#checklist-for-whoever-builds-it': [
    'todo list for enclave engineers',
    'enclave project plan',
  ],
  '/security/secure-enclaves#what-stays-unprotected': [
    'side channel attacks',
    'does an enclave solve everything',
    'trust in the hardware vendor',
    'residual risk with TEE',
  ],
  '/security/secure-enclaves#run': [
    'demo: host cannot change a request',
    'core as one function from bytes to bytes',
  ],

  '/security/quorum-deployments': [
    'split the master secret among several people',
    'shamir secret sharing',
    'key ceremony for the server master key',
    'several operators needed to start the server',
    'is root quorum the same as share holders',
  ],
  '/security/quorum-deployments#what-this-software-enforces': [
    'how does the server react to wrong or missing shares',
    'does too few shares reveal anything',
    'master secret stays only in memory?',
  ],
  '/security/quorum-deployments#what-it-does-not': [
    'does it record who used a share',
    'old shares become invalid?',
    'change the master secret of existing data',
  ],
  '/security/quorum-deployments#what-a-deployment-must-add': [
    'remote operators enter shares securely',
    'sealed start up flow states',
  ],
  '/security/quorum-deployments#the-share-format': [
    'what does a share look like, kwshare1',
    'read a share over the phone or print on paper',
    'binary layout and checksum of a share',
  ],
  '/security/quorum-deployments#choose-the-numbers': [
    'how many share holders do we need',
    '3 of 5 shares or 2 of 3',
    'how many shares may be lost',
    'we lost too many shares, any back door',
  ],
  '/security/quorum-deployments#custody-rules': [
    'where to keep the paper with the share',
    'storing shares: safe, bank, hardware token',
    'yearly check of share holders',
  ],
  '/security/quorum-deployments#when-an-operator-leaves': [
    'share holder quits the company',
    'one share lost, what to do',
    'replace a custodian of a share',
    're-split without changing keys',
  ],
  '/security/quorum-deployments#ceremony-in-short': [
    'script for the key ceremony day',
    'steps to generate and hand out shares with a witness',
    'air-gapped generation of master secret',
  ],
  '/security/quorum-deployments#run': ['try splitting and combining shares', 'demo: damaged share is named'],

  '/security/disaster-recovery': [
    'backup strategy',
    'server burned down, how do we get the keys back',
    'business continuity plan',
    'what two things do I need to restore everything',
    'data center lost',
  ],
  '/security/disaster-recovery#what-this-software-enforces': [
    'does a copy of the database open with another secret',
    'how do I know that restored data is complete',
  ],
  '/security/disaster-recovery#what-it-does-not': [
    'are backups automatic',
    'secret copy of keys at the vendor?',
    'rotate root secret of existing database',
  ],
  '/security/disaster-recovery#what-a-deployment-must-add': [
    'scheduled backups are whose job',
    'what must ops set up against loss',
  ],
  '/security/disaster-recovery#what-you-must-keep': [
    'what exactly must be backed up',
    'which items if lost mean all keys are gone',
    'list of files and secrets to store safely',
    'should backups be encrypted additionally',
  ],
  '/security/disaster-recovery#how-often': [
    'backup interval, RPO',
    'wallet created after last backup, coins lost?',
    'replica or nightly dump',
    'when is it safe to show a new deposit address',
    'point in time recovery of postgres',
  ],
  '/security/disaster-recovery#rehearse-the-restore': [
    'test that the backup works',
    'restore on an empty machine step by step',
    'recovery exercise with share holders',
    'RTO measurement',
  ],
  '/security/disaster-recovery#what-you-see': [
    'report of a passed restore exercise',
    'evidence for auditors that restore works',
  ],
  '/security/disaster-recovery#losses-that-cannot-be-repaired': [
    'is there a back door if everything is lost',
    'can you recover my wallet',
    'all backups gone',
    'user lost everything and recovery is off',
    'master key recovery by vendor',
  ],
  '/security/disaster-recovery#after-a-compromise': [
    'we were hacked, what do we do now',
    'incident response: which secret leaked, which action',
    'root secret leaked',
    'database stolen, do we need to move the coins',
    'master shares in wrong hands',
    'owner api key leaked',
  ],
  '/security/disaster-recovery#versions': [
    'restore old backup with newer software',
    'downgrade possible?',
    'keep old releases for backups',
  ],
  '/security/disaster-recovery#run': [
    'demo: database copy plus three shares brings addresses back',
    'try recovery with too few shares',
  ],
  '/security/disaster-recovery#checklist': ['tick list for backup and recovery', 'printable disaster plan'],
  '/security/disaster-recovery#when-it-fails': [
    'restore fails, shares disagree',
    'server opens but no key decrypts after restore',
    'address missing after restore',
    'journal does not verify after restore',
  ],

  '/security/verifiable-data': [
    'audit log that cannot be faked',
    'prove who approved a payment',
    'tamper evident history',
    'non-repudiation of payments',
  ],
  '/security/verifiable-data#what-this-software-enforces': [
    'what is recorded for each vote',
    'hash chain of changes',
    'is every change logged automatically',
  ],
  '/security/verifiable-data#what-it-does-not': [
    'can an admin rewrite the whole log',
    'audit export file missing',
    'truncated log undetected?',
  ],
  '/security/verifiable-data#what-a-deployment-must-add': [
    'anchor log hash outside, on a chain or paper',
    'protect audit trail from database admin',
  ],
  '/security/verifiable-data#from-activity-to-person': [
    'link a transaction to the human who signed it',
    'fields of a vote record',
    'which employee approved, evidence',
  ],
  '/security/verifiable-data#verify': [
    'check an approval signature offline',
    'recompute fingerprint from vote message',
    'verify a vote step by step',
    'auditor wants to validate signatures himself',
  ],
  '/security/verifiable-data#journal': [
    'structure of the change log',
    'detect missing or altered entries',
    'format of journal entries and hashes',
    'append-only ledger of the account',
  ],
  '/security/verifiable-data#two-levels-of-proof': [
    'what does the log prove and what the signatures',
    'was a request hidden from us',
    'which rules were in force at that date',
  ],
  '/security/verifiable-data#what-to-archive': [
    'records retention for compliance',
    'what do we store for the auditors',
    'keep evidence for seven years',
  ],
  '/security/verifiable-data#run': ['verify votes in browser', 'sample: check each vote without the engine'],

  '/security/reporting-a-vulnerability': [
    'responsible disclosure',
    'security contact',
    'where do I send a security bug',
    'I found a hole in your system',
  ],
  '/security/reporting-a-vulnerability#where-the-borders-are': [
    'is this a vulnerability or a documented limit',
    'report problem of a hosted service',
  ],
  '/security/reporting-a-vulnerability#what-to-include': [
    'what should a security report contain',
    'how to write a good bug report with proof of concept',
  ],
  '/security/reporting-a-vulnerability#scope': [
    'what is in scope for researchers',
    'does this count as a finding',
    'out of scope list',
  ],
  '/security/reporting-a-vulnerability#research-rules': [
    'am I allowed to pentest',
    'safe harbour rules',
    'embargo before publishing',
  ],
  '/security/reporting-a-vulnerability#what-happens-next': [
    'bug bounty reward',
    'how fast do you answer a report',
    'which versions get security fixes',
    'CVE and advisory process',
  ],
  '/security/reporting-a-vulnerability#if-keys-are-at-risk-now': [
    'emergency, keys are leaking right now',
    'stop all signing immediately',
    'kill switch',
    'attack in progress, first steps',
  ],
  '/security/reporting-a-vulnerability#run': [
    'smallest request to include in a report',
    'demo query that shows whose key it is',
  ],
}
