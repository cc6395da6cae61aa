module keywright.example/keywright

go 1.26
