package environment

import system "os"

func variable() string {
	value, _ := system.LookupEnv("HOME")
	return value
}
