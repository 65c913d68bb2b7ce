let slow = true
